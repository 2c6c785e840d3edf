import type { Behaviour } from '../engine/index.ts'
import type { ElementReader } from '../model/index.ts'

/** One kind of BPMN element: how it is read, and what it does. */
export type ElementKind = ElementReader & Behaviour
