import { Link } from '@tanstack/react-router'
import type { Application } from './application.ts'

/** A link to the list of an application, above the title of its pages. */
export function ApplicationLink({ schema: { namespace, code, name } }: { schema: Application }) {
  return (
    <Link to="/apps/$namespace/$code" params={{ namespace, code }}>
      {name}
    </Link>
  )
}
