import type { Caller } from '../../people/index.ts'
import type { ChangeGuards } from './change-element.store.ts'
import { createElement } from './create-element.ts'
import type { ApplicationAddress, ElementAddress } from './element-address.ts'
import { createReadElements, type ReadDeps, type ReadElements } from './read-elements.ts'
import { setStatus } from './set-status.ts'
import { type UpdateOptions, updateElement } from './update-element.ts'
import type { WriteDeps, WrittenElement } from './write-deps.ts'

type Context = Readonly<Record<string, unknown>>

/**
 * Operations on the elements of all applications. Each write checks everything first and then writes in one statement.
 */
export interface Elements extends ReadElements {
  create(caller: Caller, address: ApplicationAddress, context: Context, statusGroupId?: string): Promise<WrittenElement>
  update(caller: Caller, address: ElementAddress, context: Context, options?: UpdateOptions): Promise<WrittenElement>
  setStatus(caller: Caller, address: ElementAddress, code: string, guards?: ChangeGuards): Promise<WrittenElement>
}

export function createElements(deps: WriteDeps & ReadDeps): Elements {
  return {
    ...createReadElements(deps),
    create: (caller, address, context, statusGroupId) => createElement(deps, caller, address, context, statusGroupId),
    update: (caller, address, context, options) => updateElement(deps, caller, address, context, options),
    setStatus: (caller, address, code, guards) => setStatus(deps, caller, address, code, guards),
  }
}
