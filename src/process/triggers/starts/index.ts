// Automatic starts by timers, messages, signals and element events, and starts from elements.
export { armStarts } from './arm-starts.ts'
export { causeOf, reachedAfter } from './chains.store.ts'
export { type Chain, endOfChain, endOfStarts, nextInChain, refuseStarts } from './chains.ts'
export { startByElementEvents } from './element-events.ts'
export { createForgetChains } from './forget-chains.ts'
export { insertPendingStart } from './pending-starts.store.ts'
export { performPendingStart } from './pending-starts.ts'
export {
  createStartsFromElements,
  type StartsFromElements,
} from './start-from-element.ts'
export { type AdmitStart, createAdmitStart } from './start-limit.ts'
export { createStartTimers } from './start-timers.ts'
export { declaredVariables } from './start-variables.ts'
export { hasStartsByElements, newestVersion, untilNextStartMs } from './starts.store.ts'
export { createListStarts } from './starts.ts'
