import { fieldWrongCriterion } from '../fields/index.ts'
import { type ErrorKind, errorKind, type PlatformError } from '../kit/errors.ts'
import { nearest } from '../kit/nearest.ts'

export const wrongList = errorKind('query.wrong_list', 400, 'The body of a list has a value that cannot be read.')
const wrongFilter = errorKind('query.wrong_filter', 400, 'The filter cannot be read or does not fit its field.')
const wrongEql = errorKind('query.wrong_eql', 400, 'The EQL text is wrong; the sentence says where.')
export const wrongSort = errorKind('query.wrong_sort', 400, 'The list cannot be sorted like this.')
export const wrongFields = errorKind('query.wrong_fields', 400, '"fields" asks for something that cannot be loaded.')
export const unknownField = errorKind(
  'query.unknown_field',
  400,
  'There is no such field, or the caller may not see it.',
)
export const tooComplex = errorKind(
  'query.too_complex',
  400,
  'The query is too large, too deep or would load too much.',
)
export const tooLarge = errorKind('query.too_large', 400, 'The answer would be larger than 64 MiB; ask for less of it.')
const invalidCharacter = errorKind('query.invalid_character', 400, 'A text holds a character that is not allowed.')

export const tooManyLists = errorKind(
  'query.too_many_lists',
  429,
  'So many lists of this caller wait for their turn already; try again.',
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
  'The text to search for has fewer than three letters or digits.',
)
export const wrongSearch = errorKind('search.wrong_text', 400, 'The text to search for cannot be read.')

/** The errors that the search over everything can return. */
export const searchErrors: readonly ErrorKind[] = [searchTooShort, wrongSearch, invalidCharacter, tooManyLists]

/**
 * Returns the error that refuses a filter. `at` is the position in an EQL text, counted from 1; absent for the other
 * forms of filter.
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

/** Throws when the text holds a NUL character or a lone surrogate, because PostgreSQL refuses both in text. */
export function checkText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidCharacter('a text of the query holds a NUL or half a surrogate pair')
  }
  return text
}
