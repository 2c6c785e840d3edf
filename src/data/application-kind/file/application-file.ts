import type { AccessSection } from '../../../access/index.ts'
import type { JsonObject, JsonValue } from '../../../foundation/kit/json.ts'
import type { Field } from '../../../values/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import type { FormEntry, FormsSection, PlacedField } from '../../applications/forms-section.ts'
import type { RegistrationSection } from '../../applications/registration-section.ts'

/**
 * Returns the normalised file of an application: keys in a fixed order, without keys that only state a default. Files
 * with the same meaning give the same result. Exports contain this form, and hashes are made of it.
 */
export function applicationFile(application: Application): JsonObject {
  const { name, elementName, kind, nameTemplate, uniqueKeys } = application
  const groups = application.statusGroups.map((group) => ({ code: group.code, name: group.name }))
  const isUsualGroup = groups.length === 1 && groups[0]?.code === 'default' && groups[0].name === 'Default'
  return stated({
    name,
    elementName: elementName === name ? undefined : elementName,
    kind: kind === 'STANDARD' ? undefined : kind.toLowerCase(),
    nameTemplate,
    fields: listed([...application.fields.values()].map(fieldEntry)),
    forms: application.forms && (formsFile(application.forms) as JsonObject),
    statusGroups: isUsualGroup ? undefined : listed(groups),
    statuses: listed(statusEntries(application)),
    unique: listed(uniqueKeys.map((codes) => (codes.length === 1 ? codes[0]! : [...codes]))),
    access: application.accessSection && accessFile(application.accessSection),
    registration: application.registration && registrationFile(application.registration),
  })
}

function registrationFile(section: RegistrationSection): JsonObject {
  const { enabled, by, cases, required, file, identity, status, number } = section
  return stated({
    enabled: enabled === false ? false : undefined,
    by: by === 'everyone' ? undefined : typeof by === 'string' ? by : by && [...by],
    cases: cases && [...cases],
    required: required && [...required],
    file,
    identity: identity && [...identity],
    status,
    number,
  })
}

function accessFile({ visibleTo, elements, fields }: AccessSection): JsonObject {
  return stated({
    visibleTo: visibleTo && [...visibleTo],
    elements: elements?.map(({ to, may, where }) => stated({ to: [...to], may: [...may], where })),
    fields: fields?.map(({ fields, to, may, statuses }) =>
      stated({ fields: [...fields], to: [...to], may: [...may], statuses: statuses && [...statuses] }),
    ),
  })
}

export function fieldEntry(field: Field): JsonObject {
  const { code, name, type, defaultValue } = field
  return {
    ...stated({
      code,
      name: name === code ? undefined : name,
      type: type.word,
      array: onlyTrue(field.array && type.several !== 'always'),
      required: onlyTrue(field.required),
      default: defaultValue === null ? undefined : sorted(defaultValue),
      indexed: onlyTrue(field.indexed),
      search: onlyTrue(field.searchable),
    }),
    ...settingsOf(field),
  }
}

function settingsOf(field: Field): JsonObject {
  const target = field.type.refersTo?.(field)
  return stated({
    ...(sorted(field.settings) as JsonObject),
    ...(target?.to === 'element' ? { to: applicationPath(target) } : {}),
    ...(field.columns ? { columns: [...field.columns.values()].map(fieldEntry) } : {}),
  })
}

/**
 * Returns the entries of the statuses. Numbers are written only when an empty installation would assign other
 * numbers, for example after a status was removed or moved, or when the file gives other numbers.
 */
function statusEntries({ statuses, statusGroups }: Application): JsonObject[] {
  const isCounted = statuses.every(({ id }, index) => id === index + 1)
  return statuses.map(({ id, code, name, groupId, final, hidden, tone, next, by }) =>
    stated({
      code,
      name,
      id: isCounted ? undefined : id,
      group: groupId === statusGroups[0]?.id ? undefined : statusGroups.find((group) => group.id === groupId)?.code,
      final: onlyTrue(final),
      hidden: onlyTrue(hidden),
      tone,
      next: next && [...next],
      by,
    }),
  )
}

/** Returns a map without the keys whose value is undefined. */
export function stated(entries: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const kept = Object.entries(entries).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  return Object.fromEntries(kept)
}

function onlyTrue(value: boolean): true | undefined {
  return value || undefined
}

function listed<T>(entries: readonly T[]): T[] | undefined {
  return entries.length === 0 ? undefined : [...entries]
}

/**
 * Returns a value with the keys of all maps in alphabetical order, because jsonb stores keys in an order of its own.
 */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key]!)]))
}

/** Returns the normalised section `forms`: keys in a fixed order, and only the code of a field that has no marks. */
export function formsFile({ create, edit, view, tile }: FormsSection): FormsSection {
  return {
    ...(create && { create: create.map(entryFile) }),
    ...(edit && { edit: edit.map(entryFile) }),
    ...(view && { view: view.map(entryFile) }),
    ...(tile && { tile: [...tile] }),
  }
}

function entryFile(entry: FormEntry): FormEntry {
  if (typeof entry === 'string' || entry.section === undefined) return placedFile(entry as PlacedField)
  return { section: entry.section, fields: entry.fields?.map(placedFile) ?? [] }
}

function placedFile(placed: PlacedField): PlacedField {
  if (typeof placed === 'string') return placed
  const { field, readonly, required } = placed
  if (!readonly && !required) return field
  return { field, ...(readonly && { readonly }), ...(required && { required }) }
}
