// Events: the committed changes of elements, read in order and exactly once by each reader.
export type { ElementEvent, WrittenRevision } from './event.ts'
export { nextTurn } from './events.store.ts'
export { type CreatedEvents, createEvents, type EventHook, type Events } from './events.ts'
