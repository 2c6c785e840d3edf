export interface Respondent {
  readonly id: string
  readonly token: string
}

/** The state of a sheet as a client reads it. */
export interface SeenSheet {
  readonly id: string
  readonly state: string
  readonly round: number
  readonly respondents: readonly { readonly id: string; readonly userId: string; readonly state: string }[]
  readonly history: readonly { readonly kind: string; readonly respondentId: string | null }[]
}

/**
 * Returns a sentence for each contradiction in the sheet of a document. The sheet was started once and approved by
 * every respondent.
 */
export function judgeSheet(
  started: string,
  sheets: readonly SeenSheet[],
  people: readonly Pick<Respondent, 'id'>[],
): string[] {
  const [sheet] = sheets
  if (sheets.length !== 1 || sheet?.id !== started)
    return [`the document of the sheet ${started} has ${sheets.length} sheets, the last one ${sheet?.id}`]
  const problems: string[] = []
  if (sheet.state !== 'approved') problems.push(`sheet ${started} is ${sheet.state}, although everyone has approved it`)
  const ends = sheet.history.filter(({ kind }) => kind === 'ended').length
  if (ends !== 1) problems.push(`sheet ${started} has ended ${ends} times`)
  for (const { id } of people) {
    const respondent = sheet.respondents.find(({ userId }) => userId === id)
    const answers = sheet.history.filter(
      (entry) => entry.kind === 'answered' && entry.respondentId === respondent?.id,
    ).length
    if (respondent?.state !== 'approved' || answers !== 1)
      problems.push(`respondent ${id} of sheet ${started} is ${respondent?.state} with ${answers} answers`)
  }
  return problems
}
