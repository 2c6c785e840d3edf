import { assertDone } from '../everything.ts'
import type { Body, Call } from '../platform.ts'

type Point = readonly [x: number, y: number]

const sizes = { event: [36, 36], gateway: [50, 50], task: [110, 80] } as const

const shape = (id: string, kind: keyof typeof sizes, [x, y]: Point): string =>
  `<bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}" isMarkerVisible="true">` +
  `<dc:Bounds x="${x - sizes[kind][0] / 2}" y="${y - sizes[kind][1] / 2}" width="${sizes[kind][0]}" height="${sizes[kind][1]}"/>` +
  '</bpmndi:BPMNShape>'

const edge = (id: string, ...points: readonly Point[]): string =>
  `<bpmndi:BPMNEdge id="${id}_edge" bpmnElement="${id}">${points
    .map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`)
    .join('')}</bpmndi:BPMNEdge>`

const flow = (id: string, source: string, target: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${
    condition && `<conditionExpression>${condition}</conditionExpression>`
  }</sequenceFlow>`

const second =
  '<userTask id="second" name="Second signature"><extensionElements><chancery:performer type="initiator"/></extensionElements></userTask>'

/**
 * Returns a drawn process: purchases above 1,000 are approved, all are paid, and a purchase without an account stops
 * with an incident. Version 2 has another due date and a second signature.
 */
export function purchaseFile(version: 1 | 2, code = 'purchase'): string {
  const isFirst = version === 1
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1"
    xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
    xmlns:di="http://www.omg.org/spec/DD/20100524/DI">
  <process id="${code}" name="Purchase">
    <extensionElements>
      <chancery:process name="&quot;Purchase of &quot; + title"/>
      <chancery:variable name="title" type="string" title="Title" required="true"/>
      <chancery:variable name="amount" type="decimal" title="Amount" required="true"/>
      <chancery:variable name="account" type="string" title="Account"/>
      <chancery:variable name="decision" type="string" title="Decision" direction="output"/>
    </extensionElements>
    <startEvent id="start" name="Purchase requested"/>
    ${flow('f1', 'start', 'is_large')}
    <exclusiveGateway id="is_large" name="Large?" default="small"/>
    ${flow('small', 'is_large', 'pay')}${flow('large', 'is_large', 'approve', 'amount > 1000')}
    <userTask id="approve" name="Approve the purchase">
      <extensionElements>
        <chancery:task subject="&quot;Approve &quot; + title" due="${isFirst ? 'P2D' : 'P1D'}" result="decision"/>
        <chancery:performer type="initiator"/>
        <chancery:exit code="accept" name="Accept"/><chancery:exit code="reject" name="Reject"/>
      </extensionElements>
    </userTask>
    ${isFirst ? flow('f2', 'approve', 'pay') : second + flow('f2', 'approve', 'second') + flow('f5', 'second', 'pay')}
    <task id="pay" name="Pay"/>
    ${flow('f3', 'pay', 'is_known')}
    <exclusiveGateway id="is_known" name="Account known?"/>
    ${flow('f4', 'is_known', 'paid', 'account = "main"')}
    <endEvent id="paid" name="Paid"/>
  </process>
  <bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${code}">
    ${shape('start', 'event', [100, 200])}${shape('is_large', 'gateway', [190, 200])}${shape('approve', 'task', [330, 200])}
    ${isFirst ? '' : shape('second', 'task', [490, 200])}
    ${shape('pay', 'task', [660, 200])}${shape('is_known', 'gateway', [800, 200])}${shape('paid', 'event', [900, 200])}
    ${edge('f1', [118, 200], [165, 200])}${edge('large', [215, 200], [275, 200])}
    ${edge('small', [190, 175], [190, 110], [660, 110], [660, 160])}
    ${isFirst ? edge('f2', [385, 200], [605, 200]) : edge('f2', [385, 200], [435, 200]) + edge('f5', [545, 200], [605, 200])}
    ${edge('f3', [715, 200], [775, 200])}${edge('f4', [825, 200], [882, 200])}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`
}

/** Publishes a version of the process `docs.purchase`, or of another code. */
export async function publishPurchase(call: Call, version: 1 | 2, code = 'purchase'): Promise<void> {
  const comment = encodeURIComponent(version === 1 ? 'First version' : 'Second signature')
  assertDone(
    await call('POST', `/api/v1/processes/docs/${code}/publish?comment=${comment}`, purchaseFile(version, code)),
  )
}

/** Starts a purchase and returns the id of its instance. */
export async function startPurchase(call: Call, context: Body, code = 'purchase'): Promise<string> {
  const answer = await call('POST', `/pub/v1/bpm/template/docs/${code}/run`, { context })
  assertDone(answer)
  return answer.body.context.__id
}
