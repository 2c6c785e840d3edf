/**
 * Returns the paths of the field texts, such as names, that a definition file may give in several languages. `list` is
 * the path of the list of fields.
 */
export function fieldTexts(list: string): string[] {
  const field = `${list}[]`
  return [`${field}.name`, `${field}.values[].name`, `${field}.columns[].name`, `${field}.columns[].values[].name`]
}
