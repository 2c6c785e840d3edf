import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUserNames } from '../../api/names.ts'
import { keys } from '../../api/query-keys.ts'
import type { Field } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/field-types.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { FilterChip } from '../../ui/filter-chips.tsx'
import type { Application } from '../application.ts'
import { titleOf } from '../field-title.ts'
import { type FieldFilter, formatFilter } from './filters.ts'
import { readFilters, useListState } from './list-state.ts'
import { periodKeys } from './periods.ts'

/** Returns the filters of the address as chips, with the names of categories, users and elements. */
export function useFilterChips(schema: Application): readonly FilterChip[] {
  const { t } = useI18n()
  const { list, number, date } = useFormats()
  const state = useListState()
  const { filters } = readFilters(state.f ?? [], schema)
  const fieldOf = (filter: FieldFilter): Field => schema.fields.find(({ code }) => code === filter.field)!
  const names = useNamesOf(filters.map((filter) => [filter, fieldOf(filter)] as const))
  const bound = (text: string, field: Field) => (typeOf(field).filter === 'date' ? date(text) : number(Number(text)))
  const described = (filter: FieldFilter): Pick<FilterChip, 'relation' | 'value'> => {
    const field = fieldOf(filter)
    switch (filter.kind) {
      case 'anyOf':
        return {
          relation: t('elements.is'),
          value: list(
            filter.values.map((value) => names(field, value)),
            'disjunction',
          ),
        }
      case 'contains':
        return { relation: t('elements.contains'), value: filter.text }
      case 'is':
        return { relation: t('elements.is'), value: t(filter.value === 'true' ? 'ui.yes' : 'ui.no') }
      case 'between': {
        const [min, max] = [filter.min && bound(filter.min, field), filter.max && bound(filter.max, field)]
        if (!max) return { relation: t('elements.from'), value: min }
        return min ? { relation: '', value: `${min} – ${max}` } : { relation: t('elements.upTo'), value: max }
      }
      case 'period':
        return {
          relation: '',
          value: t(periodKeys[`${filter.from}..${filter.to}`] ?? 'elements.period', { ...filter }),
        }
      case 'empty':
        return { relation: t('elements.isEmpty'), value: '' }
      case 'filled':
        return { relation: t('elements.isNotEmpty'), value: '' }
    }
  }
  return filters.map((filter) => {
    const text = formatFilter(filter)
    const rest = (state.f ?? []).filter((each) => each !== text)
    return {
      key: text,
      name: titleOf(fieldOf(filter), t),
      ...described(filter),
      onRemove: () => state.filter({ f: rest.length > 0 ? rest : undefined }),
    }
  })
}

/** Returns the function that names a value of a category, a user or a referenced element. */
function useNamesOf(filters: readonly (readonly [FieldFilter, Field])[]) {
  const users = useUserNames(
    filters.flatMap(([filter, field]) =>
      typeOf(field).refersTo === 'users' && filter.kind === 'anyOf' ? filter.values : [],
    ),
  )
  const references = filters.filter(([{ kind }, field]) => typeOf(field).refersTo === 'elements' && kind === 'anyOf')
  const elements = useQuery({
    queryKey: keys.elementNames(references.map(([filter]) => formatFilter(filter))),
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        references.map(([filter, { data }]) => {
          const params = { namespace: data.namespace ?? '', code: data.code ?? '' }
          const ids = filter.kind === 'anyOf' ? filter.values : []
          return call('listElements', { params, body: { ids, size: ids.length, fields: { __name: true } }, signal })
        }),
      )
      return new Map(answers.flatMap(({ result }) => result.result.map(({ __id, __name }) => [__id, String(__name)])))
    },
    enabled: references.length > 0,
  })
  return (field: Field, value: string): string => {
    const { filter, refersTo } = typeOf(field)
    if (filter === 'choice') return field.data.enumItems?.find(({ code }) => code === value)?.name ?? value
    return (refersTo === 'users' ? users : elements.data)?.get(value) ?? '…'
  }
}
