// Events: the committed changes of elements, read in order and exactly once by each reader.
export type { ChangeListener, ElementEvent, EventHandler, EventKind, WrittenRevision } from './event.ts'
export type { EventReader, ReaderOptions } from './event-reader.ts'
export { type CreatedEvents, createEvents, type EventHook, type Events } from './events.ts'
export { nextTurn } from './next-turn.ts'
export type { Beginning } from './positions.store.ts'
