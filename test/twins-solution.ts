import { decision, dmn, input, table } from '../src/decisions/decisions.fixture.ts'
import {
  bpmn,
  element,
  end,
  extensions as extensionOf,
  flows,
  gateway,
  start,
} from '../src/process/engine/process.fixture.ts'

const extensions = (...all: readonly string[]): string => extensionOf(all.join(''))
const variable = (name: string, type: string, more = ''): string =>
  `<chancery:variable name="${name}" type="${type}"${more}/>`
const read = (...outputs: [string, string][]): string =>
  element(
    'serviceTask',
    'read',
    extensions(
      '<chancery:action type="element.read"/><chancery:setting name="app" text="deals.contracts"/>',
      '<chancery:setting name="element" value="contract"/>',
      ...outputs.map(([name, value]) => `<chancery:output name="${name}" value="${value}"/>`),
    ),
  )
const check = element(
  'userTask',
  'check',
  extensions(
    '<chancery:performer type="variable" value="lawyer"/>',
    '<chancery:form><chancery:field name="cost" required="true"/><chancery:field name="doubled"/>',
    '<chancery:field name="title"/></chancery:form>',
  ),
)
const main = bpmn([
  extensions(
    variable('contract', 'element', ' of="deals.contracts"'),
    ...[variable('lawyer', 'user'), variable('title', 'string'), variable('opened', 'string')],
    ...['cost', 'doubled', 'answer', 'own', 'rate'].map((name) => variable(name, 'decimal')),
  ),
  start(),
  read(
    ['cost', 'element.cost'],
    ['title', 'element.title'],
    ['own', 'element.cost'],
    ['opened', 'string(element.cost)'],
  ),
  element('scriptTask', 'script', '<script>return { doubled: String(Number(variables.cost) * 2) }</script>').replace(
    'id="script"',
    'id="script" scriptFormat="javascript"',
  ),
  element(
    'callActivity',
    'call',
    extensions(
      '<chancery:call process="deals.inner"/><chancery:input name="price" value="cost"/>',
      '<chancery:input name="lawyer" value="lawyer"/><chancery:output name="answer" value="half"/>',
    ),
  ),
  element(
    'businessRuleTask',
    'rate',
    extensions('<chancery:decision path="deals.rates" result="rate"/>', '<chancery:input name="price" value="cost"/>'),
  ),
  check,
  end(),
  flows('s > read > script > call > rate > check > e'),
])
/** A process that stops with an incident whose message has the hidden value, and sends the value to another system. */
const failing = bpmn([
  extensions(variable('contract', 'element', ' of="deals.contracts"'), variable('cost', 'decimal')),
  start(),
  read(['cost', 'element.cost']),
  gateway('parallel', 'fork'),
  element('scriptTask', 'script', '<script>throw new Error("too much: " + variables.cost)</script>').replace(
    'id="script"',
    'id="script" scriptFormat="javascript"',
  ),
  element(
    'serviceTask',
    'ask',
    extensions(
      '<chancery:action type="delegated"/><chancery:input name="price" value="cost"/>',
      '<chancery:setting name="url" value="&quot;https://crm.example.com/&quot; + string(cost)"/>',
    ),
  ),
  end(),
  flows('s > read > fork', 'fork > script > e', 'fork > ask > e'),
])
/** A process that waits for a message whose key is the hidden value. */
const paid = bpmn(
  [
    extensions(variable('contract', 'element', ' of="deals.contracts"'), variable('cost', 'decimal')),
    start(),
    read(['cost', 'element.cost']),
    element(
      'intermediateCatchEvent',
      'wait',
      `${extensions('<chancery:message key="string(cost)"/>')}<messageEventDefinition messageRef="m"/>`,
    ),
    end(),
    flows('s > read > wait > e'),
  ],
  '<message id="m" name="paid"/>',
)
const rates = dmn(
  input('price', 'number'),
  decision(
    'found',
    table({
      inputs: [{ expression: 'price' }],
      rules: [
        ['< 5000', '1'],
        ['>= 5000', '2'],
      ],
    }),
    { inputs: ['price'] },
  ),
)
const inner = bpmn([
  extensions(variable('price', 'decimal'), variable('lawyer', 'user'), variable('half', 'decimal')),
  start(),
  element(
    'scriptTask',
    'halve',
    `${extensions('<chancery:input name="given" value="price"/>')}<script>return { half: String(Number(given) / 2) }</script>`,
  ).replace('id="halve"', 'id="halve" scriptFormat="javascript"'),
  end(),
  flows('s > halve > e'),
])
/**
 * The files of a solution whose processes read the field `cost` of contracts, which only the group finance may read, and
 * compute with it in every way: in a script, a decision, and a called process.
 */
export const filesOfTwins: Record<string, string> = {
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\n',
  'namespaces/deals/groups/finance.yaml': 'name: Finance\n',
  'namespaces/deals/apps/contracts.yaml': `name: Contracts
fields: [{ code: title, type: string }, { code: cost, type: number }, { code: open, type: boolean }]
access:
  elements: [{ to: [everyone], may: [view], where: "[open] = true" }, { to: [deals.finance], may: [view] }]
  fields: [{ fields: [cost], to: [deals.finance], may: [read] }]
`,
  'namespaces/deals/processes/main.bpmn': main,
  'namespaces/deals/processes/main.yaml': 'variables: [{ names: [opened], to: [performers] }]\n',
  'namespaces/deals/processes/inner.bpmn': inner,
  'namespaces/deals/processes/failing.bpmn': failing,
  'namespaces/deals/processes/paid.bpmn': paid,
  'namespaces/deals/processes/paid.yaml': 'access: [{ to: [everyone], may: [start] }]\n',
  'namespaces/deals/decisions/rates.dmn': rates.toString(),
  'namespaces/deals/reports/stops.yaml': `name: Stops
columns: [{ code: message, type: string }]
`,
  'namespaces/deals/reports/stops.sql': 'select message from bi.system_incidents\n',
  'namespaces/deals/reports/steps.yaml': `name: Steps
columns: [{ code: name, type: string }, { code: subject, type: string }]
`,
  'namespaces/deals/reports/steps.sql': `select i.name, t.subject from bi.system_instances i
  left join bi.system_tasks t on t.instance = i.id order by i.created_at
`,
}
