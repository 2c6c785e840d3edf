import { type Layout, layOut } from './layout.ts'
import { type Model, readModel } from './model.ts'
import type { Box } from './services.ts'

const colourNamespaces = [
  'http://bpmn.io/schema/bpmn/biocolor/1.0',
  'http://www.omg.org/spec/BPMN/non-normative/color/1.0',
]

/** Returns the BPMN file without the colours of its author, which would be mistaken for the marks of the console. */
export function withoutColours(xml: string): string {
  return [...xml.matchAll(/xmlns:([\w.-]+)\s*=\s*["']([^"']+)["']/g)]
    .filter(([, , namespace]) => colourNamespaces.includes(namespace!))
    .reduce(
      (text, [, prefix]) => text.replace(new RegExp(`\\s${prefix}:[\\w-]+\\s*=\\s*("[^"]*"|'[^']*')`, 'g'), ''),
      xml,
    )
}

/** Returns a BPMN file that can be drawn: a file without a drawing gets one for its first process. */
export function drawable(xml: string): string {
  const model = readModel(xml)
  const process = model.processes[0]
  if (model.isDrawn || process === undefined) return xml
  const end = xml.lastIndexOf('</')
  return `${xml.slice(0, end)}${drawingOf(model, process.id, layOut(model, process.id))}${xml.slice(end)}`
}

function drawingOf(model: Model, process: string, { boxes, lines, labels }: Layout): string {
  const labelOf = (id: string) => {
    const box = labels.get(id)
    return box ? `<di:BPMNLabel>${boundsOf(box)}</di:BPMNLabel>` : ''
  }
  const shapes = [...boxes].map(([id, box]) => {
    const isExpanded = model.elements.some(({ parent }) => parent === id)
    const isMarked = model.byId.get(id)?.type === 'exclusiveGateway'
    const more = `${isExpanded ? ' isExpanded="true"' : ''}${isMarked ? ' isMarkerVisible="true"' : ''}`
    return `<di:BPMNShape id="${id}_shape" bpmnElement="${id}"${more}>${boundsOf(box)}${labelOf(id)}</di:BPMNShape>`
  })
  const edges = [...lines].map(([id, points]) => {
    const way = points.map(([x, y]) => `<dd:waypoint x="${x}" y="${y}"/>`).join('')
    return `<di:BPMNEdge id="${id}_edge" bpmnElement="${id}">${way}${labelOf(id)}</di:BPMNEdge>`
  })
  const plane = `<di:BPMNPlane id="${process}_plane" bpmnElement="${process}">${shapes.join('')}${edges.join('')}</di:BPMNPlane>`
  const namespaces = [
    'xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"',
    'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
    'xmlns:dd="http://www.omg.org/spec/DD/20100524/DI"',
  ].join(' ')
  return `<di:BPMNDiagram ${namespaces} id="${process}_diagram">${plane}</di:BPMNDiagram>`
}

const boundsOf = ({ x, y, width, height }: Box): string =>
  `<dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>`
