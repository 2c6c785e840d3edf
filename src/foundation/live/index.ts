// Live: notifies clients about changes of the data on their screens.
export { createLive, type Live, type Watch } from './live.ts'
export { byTurn, byVersion, endedTurns, type LiveSource, type TurnPage, type VersionRow } from './source.ts'
