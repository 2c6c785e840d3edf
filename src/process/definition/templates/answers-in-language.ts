import { JsonText } from '../../../foundation/kit/json.ts'
import type { Page } from '../../../query/index.ts'
import type { TemplateCatalog } from './template-catalog.ts'
import { translateAnswer } from './texts/translations.ts'

/** Translates the texts of diagrams in answers about tasks and instances into the language of the request. */
export class AnswersInLanguage {
  readonly #catalog: Pick<TemplateCatalog, 'all' | 'byId'>

  constructor(catalog: Pick<TemplateCatalog, 'all' | 'byId'>) {
    this.#catalog = catalog
  }

  translated<T>(answer: T): T {
    return translateAnswer(answer, (template) => this.#catalog.byId(String(template))?.file.translate)
  }

  page({ items, total }: Page): Page {
    const isTranslated = this.#catalog.all().some(({ file }) => file.translate !== undefined)
    if (!isTranslated) return { items, total }
    return { items: new JsonText(JSON.stringify(this.translated(JSON.parse(items.text)))), total }
  }
}
