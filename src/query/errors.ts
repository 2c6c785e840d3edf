import { type ErrorKind, errorKind, type PlatformError } from '../foundation/kit/errors.ts'
import { nearest } from '../foundation/kit/nearest.ts'
import { fieldWrongCriterion } from '../values/index.ts'

export const wrongList = errorKind(
  'query.wrong_list',
  400,
  'A value in the body of the list request is not valid. `error` says which one.',
)
const wrongFilter = errorKind(
  'query.wrong_filter',
  400,
  'The filter cannot be parsed, or does not fit the type of its field. `error` says where.',
)
const wrongEql = errorKind(
  'query.wrong_eql',
  400,
  'The EQL text cannot be parsed. `at` is the position of the mistake, counted from 1.',
)
export const wrongSort = errorKind(
  'query.wrong_sort',
  400,
  'The list cannot be sorted by one of the given expressions. `error` says which one.',
)
export const wrongFields = errorKind(
  'query.wrong_fields',
  400,
  '`fields` requests something that cannot be loaded. `error` says what.',
)
const unknownField = errorKind(
  'query.unknown_field',
  400,
  'The field does not exist, or the caller cannot see it. Check the code in `field`.',
)
export const tooComplex = errorKind(
  'query.too_complex',
  400,
  'The query is too large or nested too deeply, or would load too much. Simplify it or request smaller pages.',
)
export const tooLarge = errorKind(
  'query.too_large',
  400,
  'The response would be larger than 64 MiB. Request fewer rows or fields.',
)
const invalidCharacter = errorKind(
  'query.invalid_character',
  400,
  'A text of the query contains U+0000 or half of a surrogate pair. Remove the character.',
)

export const tooManyLists = errorKind(
  'query.too_many_lists',
  429,
  'Too many list requests of this caller are waiting. Wait for some of them to finish and try again.',
)

/** The errors that any list operation can return. */
export const queryErrors: readonly ErrorKind[] = [
  wrongList,
  wrongFilter,
  wrongEql,
  wrongSort,
  wrongFields,
  unknownField,
  tooComplex,
  tooLarge,
  invalidCharacter,
  tooManyLists,
  fieldWrongCriterion,
]

export const searchTooShort = errorKind(
  'search.too_short',
  400,
  'The text to search for has fewer than three letters or digits. Search for a longer text.',
)
export const wrongSearch = errorKind(
  'search.wrong_text',
  400,
  'The text to search for is too long. Search for a shorter text.',
)

/** The errors that the search over everything can return. */
export const searchErrors: readonly ErrorKind[] = [searchTooShort, wrongSearch, invalidCharacter, tooManyLists]

/**
 * Returns the error that refuses a filter. `at` is the position of the mistake in an EQL text, counted from 1; other
 * forms of filter have no position.
 */
export function refuse(sentence: string, at?: number): PlatformError {
  return at === undefined ? wrongFilter(sentence) : wrongEql(`at character ${at}: ${sentence}`, { at })
}

/**
 * Returns the name of a field as error messages show it: in brackets for EQL, in quotes otherwise, cut to 100
 * characters.
 */
export function showField(name: string, at?: number): string {
  const short = name.length > 100 ? `${name.slice(0, 100)}…` : name
  return at === undefined ? `"${short}"` : `[${short}]`
}

/**
 * Returns the error for an unknown field. The error is the same whether the field does not exist or is hidden from the
 * caller, because `known` holds visible names only.
 */
export function noSuchField(name: string, known: Iterable<string>, at?: number): PlatformError {
  const near = nearest(name.slice(0, 100), known)
  const hint = near === undefined ? '' : `; did you mean ${showField(near, at)}?`
  const place = at === undefined ? '' : `at character ${at}: `
  return unknownField(`${place}unknown field ${showField(name, at)}${hint}`, { field: name.slice(0, 100) })
}

/**
 * Returns the text. Throws `query.invalid_character` when the text holds a NUL character or a lone surrogate, because
 * PostgreSQL refuses both in text.
 */
export function checkText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidCharacter('a text of the query contains a NUL or half a surrogate pair')
  }
  return text
}
