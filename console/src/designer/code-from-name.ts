import { type Name, nameText } from './names.ts'

const latin: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
}
const maxLength = 30

/** Returns the text from which a code is made: the English text, or else the first text. */
const textFor = (name: Name): string => nameText(name, 'en')

/** Returns a code that is derived from a name: "Дата договора" becomes `data_dogovora`. */
export function codeFromName(name: Name, taken: readonly string[] = []): string {
  const letters = [...textFor(name).toLowerCase()].map((letter) => latin[letter] ?? letter).join('')
  const plain = letters.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replace(/^[_\d]+/, '')
  const code = words.slice(0, maxLength).replace(/_+$/, '')
  if (code === '' || !taken.includes(code)) return code
  for (let number = 2; ; number++) if (!taken.includes(`${code}_${number}`)) return `${code}_${number}`
}
