import type { Model } from './diagram/model.ts'

const activity = /(task|subprocess|transaction|callactivity)$/i

/**
 * Returns the names of the steps that can follow an element of a diagram, each once. All gateways, and events without
 * a name, are passed over. An end event without a name leads to what follows its sub-process.
 */
export function stepsAfter({ flows, byId }: Pick<Model, 'flows' | 'byId'>, element: string): readonly string[] {
  const names = new Set<string>()
  const seen = new Set<string>()
  const follow = (source: string): void => {
    for (const flow of flows.filter((each) => each.source === source)) {
      const step = byId.get(flow.target)
      if (step === undefined || seen.has(step.id)) continue
      seen.add(step.id)
      const isNamed = step.name !== step.id && !step.type.endsWith('Gateway')
      if (isNamed) names.add(step.name)
      else if (step.type === 'endEvent') follow(step.parent)
      else if (!activity.test(step.type)) follow(step.id)
    }
  }
  follow(element)
  return [...names]
}
