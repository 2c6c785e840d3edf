const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The functions that the SQL of a report may call: functions of PostgreSQL that compute with their arguments. The
 * functions for dates also use the time zone and the date of the session. Functions that read files, catalogs or
 * other settings are missing on purpose.
 */
export const allowedFunctions: ReadonlySet<string> = new Set([
  // Aggregates and window functions
  ...words(`count sum avg min max bool_and bool_or every string_agg array_agg json_agg jsonb_agg json_object_agg
    jsonb_object_agg stddev stddev_pop stddev_samp variance var_pop var_samp percentile_cont percentile_disc mode corr
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`),
  // Texts
  ...words(`lower upper initcap length char_length character_length octet_length btrim ltrim rtrim substr substring left
    right lpad rpad replace translate position strpos split_part concat concat_ws reverse repeat format starts_with
    regexp_replace regexp_match regexp_matches regexp_count regexp_substr regexp_like regexp_instr regexp_split_to_array
    regexp_split_to_table string_to_array string_to_table array_to_string md5 ascii chr overlay normalize to_char
    to_number to_date to_timestamp like notlike like_escape similar_escape similar_to_escape`),
  // Numbers
  ...words(`abs ceil ceiling floor round trunc mod div power pow sqrt cbrt exp ln log sign width_bucket gcd lcm
    min_scale trim_scale scale`),
  // Dates and times
  ...words(`date_trunc date_part extract age make_date make_time make_timestamp make_timestamptz make_interval timezone
    justify_days justify_hours justify_interval isfinite date_bin overlaps generate_series`),
  // Lists and JSON
  ...words(`array_length array_lower array_upper cardinality unnest array_position array_positions array_append
    array_prepend array_cat array_remove array_replace array_to_json row_to_json to_json to_jsonb json_build_object
    jsonb_build_object json_build_array jsonb_build_array json_array_elements json_array_elements_text
    jsonb_array_elements jsonb_array_elements_text json_array_length jsonb_array_length json_each json_each_text
    jsonb_each jsonb_each_text json_object_keys jsonb_object_keys json_extract_path json_extract_path_text
    jsonb_extract_path jsonb_extract_path_text json_typeof jsonb_typeof jsonb_strip_nulls jsonb_set`),
  // Conversions, which have the names of their types
  ...words(`bool int2 int4 int8 numeric float4 float8 text varchar bpchar date time timetz timestamp timestamptz
    interval`),
])

/**
 * The types of values in the SQL of a report. Types such as `regclass`, which look up names of the database, are
 * missing.
 */
export const allowedTypes: ReadonlySet<string> = new Set(
  words(`bool int2 int4 int8 numeric float4 float8 text varchar bpchar date time timetz timestamp timestamptz interval
    uuid json jsonb unknown record`).flatMap((name) => [name, `_${name}`]),
)

/**
 * The nodes of PostgreSQL's parse tree that the SQL of a report may contain; the names of nodes differ between
 * versions.
 */
export const allowedNodes: ReadonlySet<string> = new Set(
  words(`QUERY COMMONTABLEEXPR RTE RANGETBLENTRY RTEPERMISSIONINFO RANGETBLFUNCTION RANGETBLREF ALIAS FROMEXPR JOINEXPR
    TARGETENTRY VAR CONST FUNCEXPR NAMEDARGEXPR OPEXPR DISTINCTEXPR NULLIFEXPR SCALARARRAYOPEXPR BOOLEXPR SUBLINK
    FIELDSELECT RELABELTYPE COERCEVIAIO ARRAYCOERCEEXPR COLLATE COLLATEEXPR CASE CASEEXPR WHEN CASEWHEN CASETESTEXPR
    ARRAY ARRAYEXPR ROW ROWEXPR ROWCOMPARE ROWCOMPAREEXPR COALESCE COALESCEEXPR MINMAX MINMAXEXPR NULLTEST BOOLEANTEST
    AGGREF GROUPINGFUNC WINDOWFUNC WINDOWCLAUSE SORTGROUPCLAUSE GROUPINGSET SETOPERATIONSTMT SUBSCRIPTINGREF
    CTESEARCHCLAUSE CTECYCLECLAUSE`),
)
