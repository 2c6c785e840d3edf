export * from './errors.ts'
export { shownText } from './incident-source.ts'
export { type IncidentGroup, type IncidentSelection, sameIncident, selectedIncidents } from './incidents.store.ts'
export { Incidents, type IncidentsDeps } from './incidents.ts'
