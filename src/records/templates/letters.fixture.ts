import type { Body, Call } from '../../../test/platform.ts'
import { applyFiles } from '../../api/v1/scheme/scheme.fixture.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'
import { docx, paragraph, table } from './templates.fixture.ts'

const contracts = `
name: Contracts
nameTemplate: '{$title}'
fields:
  - { code: title, type: string, required: true }
  - { code: amount, type: money, currency: EUR }
  - { code: signed, type: datetime, view: date }
  - { code: customer, type: reference, to: letters.customers }
  - { code: manager, type: user }
  - { code: kind, type: category, values: [{ code: supply, name: Supply }, { code: work, name: Work }] }
  - { code: secret, type: string }
  - code: goods
    type: table
    columns: [{ code: item, type: string }, { code: price, type: number }]
  - { code: letters, type: file, array: true }
  - { code: scan, type: file }
statuses: [{ code: draft, name: Draft }, { code: active, name: Active }]
access:
  fields: [{ fields: [secret], to: [letters.lawyers], may: [read] }]
`
const customers = 'name: Customers\nfields: [{ code: city, type: string }]\n'

const letterText = [
  paragraph('Contract No. {{__index}} "{{title}}" of {{signed}} ({{__status}}, {{kind}})'),
  paragraph('Customer: {{customer}}, {{customer.city}}. Manager: {{manager.__name}}.'),
  paragraph('Total: {{amount}}. {{#amount.amount > 1000}}Approval is needed.{{/}}'),
  table(['Item', 'Price'], ['{{#goods}}{{item}}', '{{price}}{{/}}']),
  paragraph('{{remark}}'),
]

type Files = Readonly<Record<string, string | Uint8Array>>

/** The files of a solution with contracts and a template of each format. */
export const letterFiles = (more: Files = {}): Files => ({
  'solution.yaml': 'code: letters\nname: Letters\nversion: 1.0.0\n',
  'namespaces/letters/namespace.yaml': 'name: Letters\n',
  'namespaces/letters/groups/lawyers.yaml': 'name: Lawyers\n',
  'namespaces/letters/apps/contracts.yaml': contracts,
  'namespaces/letters/apps/customers.yaml': customers,
  'namespaces/letters/apps/contracts/doctemplates/letter.docx': docx(letterText.join('')),
  'namespaces/letters/apps/contracts/doctemplates/letter.yaml':
    "name: Letter\nfield: letters\nfileName: 'Letter {{__index}}: {{title}}'\ninputs: [{ code: remark, type: string }]\n",
  'namespaces/letters/apps/contracts/doctemplates/card.html': '<h1>{{title}}</h1>\n<p>{{amount}}</p>',
  'namespaces/letters/doctemplates/note.html': '<p>{{text}}</p><ul>{{#rows}}<li>{{item}}: {{price}}</li>{{/}}</ul>',
  'namespaces/letters/doctemplates/note.yaml':
    'inputs:\n  - { code: text }\n  - { code: rows, type: table, columns: [{ code: item }, { code: price, type: number }] }\n',
  ...more,
})

export const applyLetters = (call: Call, more: Files = {}): Promise<void> => applyFiles(call, letterFiles(more))

/** Plans the solution and returns its problems as lines. */
export async function problemsOf(call: Call, more: Files): Promise<string[]> {
  const answer = await call(
    'POST',
    '/api/v1/solutions/plan',
    await writeZip(new Map(Object.entries(letterFiles(more)))),
  )
  if (answer.status === 200) return []
  return answer.body.problems.map(
    ({ file, line, path, message }: Body) =>
      `${file.replace('namespaces/letters/', '')}${line === undefined ? '' : `:${line}`}: ${path === '' ? '' : `${path}: `}${message}`,
  )
}
