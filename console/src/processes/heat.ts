import { useMemo } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { heatMarks, type Marks, noMarks } from './diagram/marks.ts'
import type { Statistics } from './queries.ts'

/** The number that a heat map shows for each element: how often the element was completed, or its median duration. */
export type Measure = 'count' | 'duration'

/** Returns the marks of a heat map. */
export function useHeat(statistics: Statistics | undefined, measure: Measure): Marks {
  const { t } = useI18n()
  const { number, duration } = useFormats()
  return useMemo(() => {
    if (!statistics) return noMarks
    const values = statistics.elements.map(({ element, done, medianMs, p95Ms }) => {
      const medianText = duration(medianMs ?? 0)
      return measure === 'count'
        ? { elementId: element, value: done, text: number(done), title: t('processes.completedTimes', { count: done }) }
        : {
            elementId: element,
            value: medianMs ?? 0,
            text: medianText,
            title: t('processes.durations', { median: medianText, p95: duration(p95Ms ?? 0) }),
          }
    })
    return heatMarks(values)
  }, [statistics, measure, t, number, duration])
}

/** Returns the marks that show where tokens of all instances are now. */
export function usePresent(statistics: Statistics | undefined): Marks {
  const { t } = useI18n()
  return useMemo(() => {
    const marks = (statistics?.elements ?? []).map(({ element, active, incidents }) => {
      const waiting = Math.max(0, active - incidents)
      const badges = [
        ...(incidents > 0
          ? [
              {
                tone: 'incident' as const,
                text: String(incidents),
                title: t('processes.incidentCount', { count: incidents }),
              },
            ]
          : []),
        ...(waiting > 0
          ? [{ tone: 'active' as const, text: String(waiting), title: t('processes.activeCount', { count: waiting }) }]
          : []),
      ]
      const tone = incidents > 0 ? ('incident' as const) : waiting > 0 ? ('active' as const) : undefined
      return [element, { ...(tone && { tone }), badges }] as const
    })
    return { elements: new Map(marks.filter(([, { badges }]) => badges.length > 0)), taken: new Set<string>() }
  }, [statistics, t])
}
