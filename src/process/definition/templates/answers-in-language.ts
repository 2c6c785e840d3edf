import { JsonText } from '../../foundation/kit/json.ts'
import type { Page } from '../../query/index.ts'
import { type TemplateCatalog, type Translate, translateAnswer } from '../definition/index.ts'
import type { Tasks } from '../work/index.ts'
import type { Instances } from './instances/instances.ts'

/** Returns tasks and instances whose answers have the texts of diagrams in the language of the request. */
export function answersInLanguage(
  { tasks, instances }: { readonly tasks: Tasks; readonly instances: Instances },
  catalog: TemplateCatalog,
): { readonly tasks: Tasks; readonly instances: Instances } {
  const translations = (template: unknown): Translate | undefined => catalog.byId(String(template))?.file.translate
  const translated = <T>(answer: T): T => translateAnswer(answer, translations)
  function page({ items, total }: Page): Page {
    const isTranslated = catalog.all().some(({ file }) => file.translate !== undefined)
    return { items: isTranslated ? new JsonText(JSON.stringify(translated(JSON.parse(items.text)))) : items, total }
  }
  return {
    tasks: {
      ...tasks,
      list: async (caller, filter, list) => page(await tasks.list(caller, filter, list)),
      get: async (caller, id) => translated(await tasks.get(caller, id)),
    },
    instances: {
      ...instances,
      list: async (caller, list, place) => page(await instances.list(caller, list, place)),
      view: async (caller, id) => translated(await instances.view(caller, id)),
    },
  }
}
