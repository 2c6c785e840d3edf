/** Names of the entries of the palette, in the language of the user. */
export type PaletteTexts = Readonly<Record<PaletteKey, string>>

/** The elements of the palette: key, BPMN type, class of the icon, and the type of an event. */
export const paletteEntries = [
  ['start', 'bpmn:StartEvent', 'bpmn-icon-start-event-none'],
  ['userTask', 'bpmn:UserTask', 'bpmn-icon-user-task'],
  ['serviceTask', 'bpmn:ServiceTask', 'bpmn-icon-service-task'],
  ['scriptTask', 'bpmn:ScriptTask', 'bpmn-icon-script-task'],
  ['decision', 'bpmn:BusinessRuleTask', 'bpmn-icon-business-rule-task'],
  ['call', 'bpmn:CallActivity', 'bpmn-icon-call-activity'],
  ['subProcess', 'bpmn:SubProcess', 'bpmn-icon-subprocess-expanded'],
  ['exclusive', 'bpmn:ExclusiveGateway', 'bpmn-icon-gateway-xor'],
  ['parallel', 'bpmn:ParallelGateway', 'bpmn-icon-gateway-parallel'],
  ['timer', 'bpmn:IntermediateCatchEvent', 'bpmn-icon-intermediate-event-catch-timer', 'bpmn:TimerEventDefinition'],
  [
    'message',
    'bpmn:IntermediateCatchEvent',
    'bpmn-icon-intermediate-event-catch-message',
    'bpmn:MessageEventDefinition',
  ],
  ['end', 'bpmn:EndEvent', 'bpmn-icon-end-event-none'],
  ['pool', 'bpmn:Participant', 'bpmn-icon-participant'],
] as const

export type PaletteKey = (typeof paletteEntries)[number][0] | 'lasso' | 'connect'

/** Returns the options with which bpmn-js creates the element of an entry of the palette. */
export const shapeOf = (key: string, type: string, eventDefinitionType?: string): object => ({
  type,
  eventDefinitionType,
  ...(key === 'subProcess' && { isExpanded: true }),
})

interface Tool {
  start?(event: Event, shape?: unknown): void
  activateSelection?(event: Event): void
}
interface Palette {
  registerProvider(provider: object): void
}
interface Factory {
  createShape(options: object): unknown
  createParticipantShape(): unknown
}

/** Returns the bpmn-js module that replaces the palette: the new one has two tools and the `paletteEntries`. */
export function paletteModule(texts: PaletteTexts): Record<string, unknown> {
  function PaletteProvider(
    this: object,
    palette: Palette,
    create: Tool,
    elementFactory: Factory,
    lassoTool: Tool,
    globalConnect: Tool,
  ) {
    palette.registerProvider(this)
    Object.assign(this, {
      getPaletteEntries: () => ({
        lasso: tool('bpmn-icon-lasso-tool', texts.lasso, (event) => lassoTool.activateSelection?.(event)),
        connect: tool('bpmn-icon-connection-multi', texts.connect, (event) => globalConnect.start?.(event)),
        'tool-separator': { group: 'tools', separator: true },
        ...Object.fromEntries(
          paletteEntries.map(([key, type, className, eventDefinitionType]) => {
            const begin = (event: Event) => {
              const isPool = key === 'pool'
              const options = shapeOf(key, type, eventDefinitionType)
              create.start?.(
                event,
                isPool ? elementFactory.createParticipantShape() : elementFactory.createShape(options),
              )
            }
            return [key, { ...tool(className, texts[key], begin), group: 'elements' }]
          }),
        ),
      }),
    })
  }
  PaletteProvider.$inject = ['palette', 'create', 'elementFactory', 'lassoTool', 'globalConnect']
  return { paletteProvider: ['type', PaletteProvider] }
}

const tool = (className: string, title: string, begin: (event: Event) => void) => ({
  group: 'tools',
  className,
  title,
  action: { click: begin, dragstart: begin },
})
