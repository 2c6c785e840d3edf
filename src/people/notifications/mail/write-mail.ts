import { inEachLanguage, type Language, pluralText, readTexts } from '../../../foundation/kit/languages.ts'
import { type About, pathOf } from '../events.ts'

/**
 * The words of mails: `several` is the subject of a mail with several notifications, and `footer` says why the user gets
 * the mail and how to stop it.
 */
type MailWords = Readonly<Record<string, string> & Record<'open' | 'footer', string>>

const wordsOf = inEachLanguage((language) => readTexts<MailWords>(language, 'mails'))

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Item {
  readonly title: string
  readonly text: string
  readonly about: About
}

/**
 * Writes a mail with notifications, as plain text and as HTML. `total` also counts the notifications that do not fit.
 */
export function writeMail(
  { items, total }: { readonly items: readonly Item[]; readonly total: number },
  { language, baseUrl }: { readonly language: Language; readonly baseUrl: string },
): MailContent {
  const words = wordsOf[language]
  const subject = total === 1 ? items[0]!.title : severalOf(words, language, total)
  const shown = items.map((item) => ({ ...item, link: baseUrl + pathOf(item.about) }))
  const more = total > items.length ? [`… ${total - items.length}`] : []
  const parts = shown.map(({ title, text, link }) => [title, text, link].filter(Boolean).join('\n'))
  return {
    subject,
    text: `${[...parts, ...more, `-- \n${words.footer}`].join('\n\n')}\n`,
    html: page(language, subject, [
      ...shown.map(
        ({ title, text, link }) =>
          `<h2 style="font-size:16px;margin:24px 0 4px">${escaped(title)}</h2>` +
          (text === '' ? '' : `<p style="margin:0 0 8px">${escaped(text).replaceAll('\n', '<br>')}</p>`) +
          `<p style="margin:0"><a href="${escaped(link)}">${escaped(words.open)}</a></p>`,
      ),
      ...more.map((text) => `<p>${escaped(text)}</p>`),
      `<p style="color:#666;font-size:12px;margin-top:32px">${escaped(words.footer)}</p>`,
    ]),
  }
}

function severalOf(words: MailWords, language: Language, count: number): string {
  const text = pluralText(words, 'several', new Intl.PluralRules(language), count) ?? ''
  return text.replace('{{count}}', String(count))
}

const page = (language: Language, title: string, body: readonly string[]): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:14px;max-width:640px">',
    ...body,
    '</body></html>',
    '',
  ].join('\n')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char]!)
