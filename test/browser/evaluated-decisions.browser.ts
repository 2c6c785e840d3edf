import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { decision, dmn, input, table } from '../../src/decisions/decisions.fixture.ts'
import { applyDecisions } from '../../src/decisions/deployed.fixture.ts'
import { publish } from '../../src/process/definition/templates/templates.fixture.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { type Person, useConsole } from './use-console.ts'

const office = useConsole()
let operator: Person
let instance: string

const shape = (id: string, x: number, size: string): string =>
  `<bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}"><dc:Bounds x="${x}" y="100" ${size}/></bpmndi:BPMNShape>`
const edge = (id: string, from: number, to: number): string =>
  `<bpmndi:BPMNEdge id="${id}_edge" bpmnElement="${id}"><di:waypoint x="${from}" y="118"/><di:waypoint x="${to}" y="118"/></bpmndi:BPMNEdge>`
const event = 'width="36" height="36"'

const file = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1"
    xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
    xmlns:di="http://www.omg.org/spec/DD/20100524/DI">
  <process id="discount" name="Discount">
    <extensionElements>
      <chancery:variable name="amount" type="decimal" title="Amount"/>
      <chancery:variable name="rate" type="decimal" title="Rate"/>
    </extensionElements>
    <startEvent id="start" name="Order received"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="choose"/>
    <businessRuleTask id="choose" name="Choose the rate">
      <extensionElements><chancery:decision path="traces.rate" result="rate"/></extensionElements>
    </businessRuleTask>
    <sequenceFlow id="f2" sourceRef="choose" targetRef="end"/>
    <endEvent id="end" name="Rate chosen"/>
  </process>
  <bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="discount">
    ${shape('start', 100, event)}${shape('choose', 200, 'width="110" height="80"')}${shape('end', 380, event)}
    ${edge('f1', 136, 200)}${edge('f2', 310, 380)}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`

const rate = table({
  inputs: [{ expression: 'amount' }],
  rules: [
    ['< 100', '0'],
    ['>= 100', '0.1'],
  ],
})
  .replace('<rule id="rule1">', '<annotation name="Why"/><rule id="rule1">')
  .replace(
    '</rule></decisionTable>',
    '<annotationEntry><text>large orders</text></annotationEntry></rule></decisionTable>',
  )

before(async () => {
  operator = await office.person({ lastname: 'Orlova', administrator: true })
  const { call } = operator
  const files = { 'rate.dmn': dmn(input('amount', 'number'), decision('Rate', rate, { inputs: ['amount'] })) }
  await applyDecisions(call, 'traces', files)
  assertDone(await publish(call, 'traces.discount', file))
  const answer = await call('POST', '/pub/v1/bpm/template/traces/discount/run', { context: { amount: '1250' } })
  assertDone(answer)
  instance = answer.body.context.__id
})

it('the timeline of an instance shows which rule of a decision matched, its annotation and its values', async () => {
  const page = await office.signedIn(operator)
  await page.open(`/instances/${instance}`)
  const step = page.page.getByRole('listitem').filter({ hasText: 'Choose the rate' })
  await step.getByText('amount: 1,250 → 0.1').waitFor()
  const lines = await step.getByRole('paragraph').allTextContents()
  assert.deepEqual(lines.slice(-3), ['Decision “Rate”, version 1', 'amount: 1,250 → 0.1', 'Rule 2: large orders'])
  await assertAccessible(page)
  await shot(page, 'instance-decision')
  await page.settings({ language: 'ru' })
  await page.open(`/instances/${instance}`)
  await page.page.getByText('Решение «Rate», версия 1').waitFor()
  await page.page.getByText('Правило 2: large orders').waitFor()
})
