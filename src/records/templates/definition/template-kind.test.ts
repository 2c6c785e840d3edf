import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { zipOf } from '../../../files/text/office-files.fixture.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import { applyLetters, letterFiles, problemsOf } from '../letters.fixture.ts'
import { docx, external, paragraph } from '../templates.fixture.ts'

const inApp = 'namespaces/letters/apps/contracts/doctemplates'

describe('document templates of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    await applyLetters(started.call)
  })
  after(() => started[Symbol.asyncDispose]())

  const plan = async (more: Readonly<Record<string, string | Uint8Array | undefined>>): Promise<string[]> => {
    const files = Object.entries({ ...letterFiles(), ...more }).filter(([, content]) => content !== undefined)
    const answer = await started.call(
      'POST',
      '/api/v1/solutions/plan',
      await writeZip(new Map(files as [string, string][])),
    )
    assertDone(answer)
    return answer.body.changes.map(({ sentence }: { sentence: string }) => sentence)
  }

  it('are planned: added, changed and removed; the same files give no changes', async () => {
    assert.deepEqual(await plan({}), [])
    assert.deepEqual(await plan({ [`${inApp}/new.html`]: '<p>{{title}}</p>' }), [
      'adds the document template letters.contracts.new "new"',
    ])
    const changed = { [`${inApp}/card.html`]: '<p>{{title}}</p>', [`${inApp}/card.yaml`]: 'name: Card\n' }
    assert.deepEqual(await plan(changed), [
      'changes the file of the document template letters.contracts.card',
      'changes the settings of the document template letters.contracts.card',
    ])
    assert.deepEqual(await plan({ [`${inApp}/card.html`]: undefined }), [
      'removes the document template letters.contracts.card',
    ])
  })

  it('are removed with consent only', async () => {
    const { [`${inApp}/card.html`]: _, ...files } = letterFiles()
    const zip = await writeZip(new Map(Object.entries(files)))
    assertRefused(
      await started.call('POST', '/api/v1/solutions/apply', zip),
      400,
      'definition.consent_needed',
      /removes the document template letters.contracts.card/,
    )
  })

  it('are exported byte by byte, and have no drift', async () => {
    const { zip } = await started.platform.context.apps.solutions.export('letters')
    const exported = await readZip(Buffer.from(zip))
    const files = letterFiles()
    for (const path of Object.keys(files).filter((one) => /\.(docx|html)$/.test(one)))
      assert.ok(Buffer.from(exported.get(path) as Uint8Array).equals(Buffer.from(files[path]!)), path)
    const again = await started.call('POST', '/api/v1/solutions/plan', Buffer.from(zip))
    assertDone(again)
    assert.deepEqual(again.body.changes, [])
    const drift = await started.call('GET', '/api/v1/solutions/letters/drift')
    assertDone(drift)
    assert.deepEqual(drift.body.drift ?? drift.body.changes, [])
  })

  describe('are refused with the place', () => {
    const letter = (...texts: readonly string[]) => ({
      [`${inApp}/letter.docx`]: docx(texts.map((text) => paragraph(text)).join('')),
    })
    const html = (text: string, yaml?: string) => ({
      [`${inApp}/card.html`]: text,
      ...(yaml !== undefined && { [`${inApp}/card.yaml`]: yaml }),
    })
    const at = 'apps/contracts/doctemplates'
    const cases: readonly [string, Readonly<Record<string, string | Uint8Array>>, string][] = [
      [
        'of an unknown placeholder in DOCX',
        letter('Dear customer,', 'the price is {{amuont}}.'),
        `${at}/letter.docx: paragraph 2: {{amuont}}: unknown name "amuont" at 1:1; did you mean "amount"?`,
      ],
      [
        'of an unknown placeholder in HTML',
        html('<p>\n{{titel}}</p>'),
        `${at}/card.html:2: {{titel}}: unknown name "titel" at 1:1; did you mean "title"?`,
      ],
      [
        'of an unknown field of a referenced element',
        html('{{customer.citty}}'),
        `${at}/card.html:1: {{customer.citty}}: unknown name "citty" at 1:10; did you mean "city"?`,
      ],
      [
        'of an unknown column of a table',
        html('{{#goods}}{{itm}}{{/}}'),
        `${at}/card.html:1: {{itm}}: unknown name "itm" at 1:1; did you mean "item"?`,
      ],
      [
        'of a broken placeholder',
        letter('Dear {{title'),
        `${at}/letter.docx: paragraph 1: the placeholder "{{title" is not closed with }} in its paragraph`,
      ],
      [
        'of an unknown name in the file name',
        html('a', "fileName: '{{titel}}'\n"),
        `${at}/card.yaml: fileName: {{titel}}: unknown name "titel" at 1:1; did you mean "title"?`,
      ],
      [
        'of an unknown field for the documents',
        html('a', 'field: leters\n'),
        `${at}/card.yaml: field: there is no field "leters"; did you mean "letters"?`,
      ],
      [
        'of a field that holds no files',
        html('a', 'field: title\n'),
        `${at}/card.yaml: field: the field "title" has the type string; it must be of type file`,
      ],
      [
        'of an input with the name of a field',
        html('a', 'inputs: [{ code: title }]\n'),
        `${at}/card.yaml: inputs: the input "title" has the name of a field of letters.contracts`,
      ],
      [
        'of a format that the template cannot give',
        html('a', 'output: docx\n'),
        `${at}/card.yaml:1: output: a template in html gives html or pdf, not docx`,
      ],
      [
        'of a file that is no DOCX file',
        { [`${inApp}/letter.docx`]: Buffer.from('Dear {{title}}') },
        `${at}/letter.docx: the document is damaged, or the file has another format`,
      ],
      [
        'of a zip that is no document',
        { [`${inApp}/letter.docx`]: zipOf({ 'a.txt': 'a' }) },
        `${at}/letter.docx: the file is not a DOCX document`,
      ],
      [
        'of a DOCX file that loads something',
        { [`${inApp}/letter.docx`]: docx('', external('image', 'http://evil.test/p.png')) },
        `${at}/letter.docx: the document is refused: it loads image from outside, "http://evil.test/p.png"`,
      ],
      [
        'of HTML that is not UTF-8',
        { [`${inApp}/card.html`]: Buffer.from([0x3c, 0x70, 0xff]) },
        `${at}/card.html: the file is not UTF-8 text`,
      ],
      [
        'of settings without a template',
        { [`${inApp}/alone.yaml`]: 'name: A\n' },
        `${at}/alone.yaml: namespaces/letters/${at}/alone.docx or namespaces/letters/${at}/alone.html is missing; a file of settings alone is no document template`,
      ],
      ['of two files for one template', { [`${inApp}/card.docx`]: docx('') }, `${at}/card.html: "card" occurs twice`],
      [
        'of a template of an unknown application',
        { 'namespaces/letters/apps/contracs/doctemplates/a.html': 'a' },
        'apps/contracs/doctemplates/a.html: there is no application "letters.contracs"',
      ],
    ]
    for (const [name, files, expected] of cases) {
      it(name, async () => {
        const problems = await problemsOf(started.call, files)
        assert.ok(problems.includes(expected), problems.join('\n'))
      })
    }
  })

  it('are checked again when a field of their application is removed', async () => {
    const app = 'namespaces/letters/apps/contracts.yaml'
    const without = String(letterFiles()[app]).replace(/.*code: signed.*\n/, '')
    assert.deepEqual(await problemsOf(started.call, { [app]: without }), [
      'apps/contracts/doctemplates/letter.docx: paragraph 1: {{signed}}: unknown name "signed" at 1:1',
    ])
  })

  it('cannot belong to two solutions', async () => {
    const files = {
      'solution.yaml': 'code: other\nname: Other\nversion: 1.0.0\n',
      'namespaces/letters/namespace.yaml': 'name: Letters\n',
      'namespaces/letters/doctemplates/note.html': '<p>a</p>',
    }
    const answer = await started.call('POST', '/api/v1/solutions/plan', await writeZip(new Map(Object.entries(files))))
    assert.equal(answer.status, 400)
    const messages = answer.body.problems.map(({ message }: { message: string }) => message)
    assert.ok(
      messages.includes('the document template "letters.note" belongs to the solution "letters"'),
      messages.join(),
    )
  })
})
