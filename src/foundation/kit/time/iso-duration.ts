/** A duration in ISO 8601 without years, months and fractions, as a pattern of JSON Schema. */
export const durationPattern = '^P(?!$)(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$'
