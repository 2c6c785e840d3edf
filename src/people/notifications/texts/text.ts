/** Languages of notifications. */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

/** A notification in words. */
export interface Text {
  readonly title: string
  /** Further sentences, in lines; empty when the title says everything. */
  readonly text: string
}

/** The values of a text as the text shows them: times in the time zone and format of the user. */
export type Shown = Readonly<Record<string, string>>

/** The words of mails in one language. */
export interface MailWords {
  /** Subject of a mail with several notifications. */
  several(count: number): string
  open: string
  /** Says why the user gets the mail, and how to stop it. */
  footer: string
}

/** Joins the lines that are not empty. */
export const lines = (...all: readonly (string | false | undefined)[]): string => all.filter(Boolean).join('\n')
