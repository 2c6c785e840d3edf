import { translator } from '../../console/src/i18n/texts.ts'
import { planSentence } from '../../console/src/solutions/plan-sentence.ts'
import { texts } from '../../console/texts.ts'
import { consoleClient } from '../../scripts/write-console-client.ts'
import { readConfig } from '../../src/foundation/config/index.ts'
import { inEachLanguage, type Language, languages, readTexts } from '../../src/foundation/kit/languages.ts'
import { conjunction, partsOf, phrase } from '../../src/foundation/kit/phrase.ts'
import { writeMail } from '../../src/people/notifications/mail/write-mail.ts'
import { writeText } from '../../src/people/notifications/write-text.ts'

// Prints as JSON what the server and the console show in the last language of the list.
const language = languages.at(-1) as Language
const about = { type: 'task', id: '1' } as const
const item = { ...writeText('task.new', { subject: 'Report' }, { language, timeZone: 'UTC' }), about }
const change = phrase('fieldChange', 'kind', phrase('getsValue', 'x'))
const unique = phrase('addsUniqueKey', conjunction(['a', 'b']))
const sentences = readTexts<Record<string, string>>(language, 'plan')
const inWords = (sentence: typeof change) =>
  planSentence({ sentence: sentence.text, ...partsOf(sentence) }, language as never, sentences)
const plugin = texts() as { load(this: object, id: string): string }
const bundled = (name: string): string => plugin.load.call({ addWatchFile: () => {} }, `\0virtual:texts${name}`)
const first = await import(`data:text/javascript,${encodeURIComponent(bundled(`/${language}/first`))}`)

console.log(
  JSON.stringify({
    languages: Object.keys(inEachLanguage((each) => each)),
    configured: readConfig({}, { DEFAULT_LANGUAGE: language }).language,
    notification: item.title,
    mail: writeMail({ items: [item], total: 3 }, { language, baseUrl: '' }).subject,
    plan: [inWords(change), inWords(unique)],
    console: translator(language as never, first.default)('app.signInTitle'),
    bundle: bundled('').includes(`virtual:texts/${language}/more`),
    client: consoleClient({ paths: {}, components: { schemas: {} } } as never).first.includes(`'${language}'`),
  }),
)
