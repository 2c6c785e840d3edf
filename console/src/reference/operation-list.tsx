import { Link } from '@tanstack/react-router'
import { byArea, type Operation } from './document.ts'
import { Method } from './operation-view.tsx'

/** Links to operations under the headings of their areas. */
export function OperationList({ operations, selected }: { operations: readonly Operation[]; selected?: string }) {
  return [...byArea(operations)].map(([area, members]) => (
    <section key={area}>
      <h2>{area}</h2>
      <ul>
        {members.map(({ operationId, method, summary, path }) => (
          <li key={operationId}>
            <Link
              to="/api"
              search={(now) => ({ ...now, op: operationId })}
              aria-current={operationId === selected ? 'page' : undefined}
              title={`${method} ${path}`}
            >
              <Method method={method} /> <span>{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}
