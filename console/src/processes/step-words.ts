/**
 * Returns a message of the server in which the ids of steps are replaced by their names on the diagram. An id that
 * could be an ordinary word, such as `review`, is replaced only in quotes. `nameOf` returns undefined for a word that
 * is not the id of a step.
 */
export function withStepNames(message: string, nameOf: (id: string) => string | undefined): string {
  return message.replaceAll(
    /"([\p{L}_][\p{L}\p{N}_.-]*)"|[\p{L}_][\p{L}\p{N}_]*/gu,
    (found, quoted: string | undefined) => {
      if (quoted === undefined && !/[_\d]|\p{Ll}\p{Lu}/u.test(found)) return found
      const id = quoted ?? found
      const name = nameOf(id)
      return name === undefined || name === id ? found : `“${name}”`
    },
  )
}
