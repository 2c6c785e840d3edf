import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { fileQuery } from '../../../api/names.ts'
import { typeOf } from '../../../fields/field-types.ts'
import { FileChoice } from '../../../files/file-choice.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import { FileIcon } from '../../../ui/icons.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import type { Application, Element } from '../../application.ts'
import { useCardState } from '../card-state.ts'

const FilePreview = lazy(async () => ({ default: (await import('../../../files/file-preview.tsx')).FilePreview }))

/** Returns the ids of the files of an element, in the order of its fields. */
export const fileIdsOf = ({ fields }: Application, element: Element): readonly string[] =>
  fields
    .filter((field) => typeOf(field).holdsFiles)
    .flatMap(({ code }) => [element[code] ?? []].flat())
    .filter((id): id is string => typeof id === 'string')

/** The files of an element, each with its preview. They are added and removed in the form. */
export function ElementFiles({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { file, change } = useCardState()
  const ids = fileIdsOf(schema, element)
  const files = useQueries({ queries: ids.map((id) => fileQuery(id)) })
  const shownId = ids.find((id) => id === file) ?? ids[0]
  if (shownId === undefined)
    return <EmptyState icon={<FileIcon size={28} />} title={t('card.noFiles')} text={t('card.noFilesText')} />
  const shown = files[ids.indexOf(shownId)]
  return (
    <>
      <FileChoice
        label={t('card.files')}
        files={ids.map((id, index) => ({ id, name: files[index]?.data?.name ?? '…' }))}
        shownId={shownId}
        onChoose={(id) => change({ file: id })}
      />
      <Suspense fallback={<Skeleton />}>
        {shown?.data && <FilePreview key={shownId} id={shownId} name={shown.data.name} />}
      </Suspense>
    </>
  )
}
