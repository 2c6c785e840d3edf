// Events: the committed changes of elements, read in order and exactly once by each reader.
export type { ElementEvent, WrittenRevision } from './event.ts'

export { type CreatedEvents, createEvents, type EventHook, type Events } from './events.ts'
export { nextTurn } from './next-turn.ts'
