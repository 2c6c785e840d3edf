import { type ComponentType, lazy } from 'react'
import { loadAllTexts } from '../i18n/loaded-texts.ts'

/** Returns a component that is loaded, with the texts of all pages, when it is first shown. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadAllTexts()])
    return { default: component }
  })
