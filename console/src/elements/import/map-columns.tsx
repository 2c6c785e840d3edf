import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Upload } from '../../api/upload-file.ts'
import { QueryView } from '../../ui/states.tsx'
import type { Application } from '../application.ts'
import { previewQuery } from './import-queries.ts'
import { MappingForm } from './mapping-form.tsx'

/** The uploaded file of an import. */
export type ChosenFile = Upload

interface Props {
  readonly schema: Application
  readonly file: ChosenFile
  /** Called with the id of an import or a trial run. */
  readonly onStarted: (importId: string) => void
  readonly onBack: () => void
}

/** The second step of an import: columns get fields, suggested by the saved mapping and the column titles. */
export function MapColumns({ schema, file, onStarted, onBack }: Props) {
  const [sheet, setSheet] = useState<string>()
  const query = useQuery(previewQuery(schema, file.hash, sheet))
  return (
    <QueryView query={query}>
      {({ preview, saved }) => (
        <MappingForm
          key={sheet ?? ''}
          schema={schema}
          fileHash={file.hash}
          preview={preview}
          saved={saved}
          sheet={sheet}
          onSheet={setSheet}
          onStarted={onStarted}
          onBack={onBack}
        />
      )}
    </QueryView>
  )
}
