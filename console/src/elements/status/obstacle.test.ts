import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Translate } from '../../i18n/index.tsx'
import { textsOf } from '../../i18n/texts.fixture.ts'
import { languages, translator } from '../../i18n/texts.ts'
import type { Application } from '../application.ts'
import { obstacleText, obstacleTexts } from './obstacle.ts'

const statuses = [
  { id: 1, code: 'draft', name: 'Проект' },
  { id: 2, code: 'filed', name: 'В деле' },
]

for (const language of languages)
  it(`every reason why a status is not possible is a sentence for people: ${language}`, () => {
    const t = translator(language, { elements: textsOf(language, 'elements') }) as Translate
    for (const obstacle of Object.keys(obstacleTexts) as (keyof typeof obstacleTexts)[]) {
      const text = obstacleText(t, { statuses } as unknown as Application, { code: 'filed', obstacle }, 'draft')!
      assert.doesNotMatch(text, /elements\.|\{|draft|filed/)
      assert.match(text, /^[\p{Lu}\p{P}].*\p{P}$/u)
      if (language === 'ru') assert.doesNotMatch(text, /[A-Za-z]/)
    }
    assert.equal(
      obstacleText(t, { statuses } as unknown as Application, { code: 'filed', obstacle: null }, ''),
      undefined,
    )
  })
