import { escaped } from '../diagram/names.ts'

/** Returns the BPMN file of a new process, which contains only a start event. */
export function newFile(code: string, name?: string): string {
  const id = code.replace(/[^\w.-]/g, '_')
  const named = name === undefined ? '' : ` name="${escaped(name)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:chancery="urn:chancery:bpmn:1" targetNamespace="urn:chancery:processes">
  <bpmn:process id="${id}"${named} isExecutable="true">
    <bpmn:startEvent id="start" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${id}">
      <bpmndi:BPMNShape id="start_shape" bpmnElement="start">
        <dc:Bounds x="160" y="160" width="36" height="36" />
      </bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`
}
