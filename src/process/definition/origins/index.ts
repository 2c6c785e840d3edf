// Origins of variables: the fields of elements whose values the variables of an instance hold.
export { createEarlierOrigins } from './earlier-origins.ts'
export { everyVariable, linksTo, type OriginLink } from './origin-links.ts'
export { insertOrigins, originsOfLinks, passOrigins } from './origins.store.ts'
export { closureOf, errorMessage, flowsOf, namesIn, readsElsewhere, variablesOf } from './program-flows.ts'
export { everyField, messageOrigins, programOrigins } from './program-origins.ts'
