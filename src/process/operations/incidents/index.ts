export * from './errors.ts'
export { shownText } from './incident-source.ts'
export { type IncidentSelection, sameIncident, selectedIncidents } from './incidents.store.ts'
export { Incidents } from './incidents.ts'
