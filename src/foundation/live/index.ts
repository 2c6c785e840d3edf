// Live: notifies clients about changes of the data on their screens.
export { Live, type Report } from './live.ts'
export type { Checkpoint, LiveSource, VersionRow } from './source.ts'
export { presentTurn, readTurns, type TurnPage, type TurnRange } from './turns.store.ts'
