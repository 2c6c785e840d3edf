/** The kinds of incidents that the server opens, in the order of docs/moving-instances.md. */
export const incidentKinds = [
  'JOB_NO_RETRIES',
  'EXPRESSION_ERROR',
  'CONDITION_ERROR',
  'IO_MAPPING_ERROR',
  'VARIABLE_TYPE_ERROR',
  'ASSIGNEE_ERROR',
  'DECISION_ERROR',
  'SCRIPT_LIMIT',
  'CALLED_ELEMENT_ERROR',
  'UNHANDLED_ERROR',
  'LOOP_LIMIT',
  'PLATFORM_ERROR',
] as const
