import type { Behaviour } from '../advance/index.ts'
import type { ElementReader } from '../model/index.ts'

/** A kind of BPMN element: the reader of the element and its behaviour. */
export type ElementKind = ElementReader & Behaviour
