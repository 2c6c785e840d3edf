/** The filters of a list of instances, as written in the address. */
export interface InstanceFilters {
  readonly state?: string
  readonly version?: number
  readonly element?: string
  readonly q?: string
}

/** Returns the part of a list request that selects instances of one process, given by its path. */
export function instanceFilter(process: string, { state, version, element, q }: InstanceFilters) {
  const isOneState = state !== undefined && state !== 'running'
  return {
    active: state === 'running',
    process,
    ...(element !== undefined && { elementId: element }),
    filter: {
      tf: {
        ...(isOneState && { __state: state }),
        ...(version !== undefined && { __templateVersion: version }),
        ...(q && { __name: q }),
      },
    },
  }
}
