import { Button } from '@mantine/core'
import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../api/api-error.ts'
import { connection } from '../api/connection.ts'
import { useStore } from '../api/store.ts'
import { useI18n } from '../i18n/index.tsx'
import { copyText } from './copy-text.ts'
import { LockIcon, SearchIcon, WarningIcon } from './icons.tsx'
import { useDocumentTitle, useIsTitled } from './page.tsx'
import css from './states.module.css'
import { useDelayed } from './use-delayed.ts'

/** The component that shows why the user lacks a right; a context, because this component uses these states itself. */
export const MissingRightContext = createContext<ComponentType<{ right: string }>>(() => null)

/**
 * An empty state: says that there are no objects, what they are, and what to do first. When it replaces a whole page,
 * its title is the title of the page.
 */
export function EmptyState(props: { icon?: ReactNode; title: string; text?: string; children?: ReactNode }) {
  const { icon, title, text, children } = props
  const isTitled = useIsTitled()
  const Heading = isTitled ? 'h2' : 'h1'
  useDocumentTitle(isTitled ? undefined : title)
  return (
    <div className={css.state}>
      {icon && <div className={css.icon}>{icon}</div>}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}

/** Shows that a filtered list has no rows, with a button that clears the filter where `onClear` does that. */
export function NothingFound({ onClear }: { onClear?: (() => void) | undefined }) {
  const { t } = useI18n()
  return (
    <EmptyState title={t('ui.nothingFound')} text={t('ui.nothingFoundText')}>
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {t('ui.clearAll')}
        </Button>
      )}
    </EmptyState>
  )
}

/**
 * Shows why something could not be loaded: forbidden, with the missing right; missing; or a failure with its code and
 * request id.
 */
export function ErrorState(props: { error: unknown; onRetry?: () => void }) {
  const { error, onRetry } = props
  const { t } = useI18n()
  if (error instanceof ApiError && error.status === 403)
    return (
      <EmptyState icon={<LockIcon size={28} />} title={t('ui.forbidden')} text={error.message}>
        <WhyForbidden error={error} />
      </EmptyState>
    )
  if (error instanceof ApiError && error.isMissing)
    return <EmptyState icon={<SearchIcon size={28} />} title={t('ui.missing')} text={t('ui.missingText')} />
  return (
    <EmptyState icon={<WarningIcon size={28} />} title={t('ui.failed')}>
      <ErrorMessage error={error} />
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </EmptyState>
  )
}

/** Names the right that a refused request needed, and explains on demand why the user does not have it. */
function WhyForbidden({ error }: { error: unknown }) {
  const MissingRight = useContext(MissingRightContext)
  const right = error instanceof ApiError && error.status === 403 ? error.answer.right : undefined
  if (typeof right !== 'string') return null
  return (
    <Suspense fallback={<Loading />}>
      <MissingRight right={right} />
    </Suspense>
  )
}

/** The message of an error and, if it has them, its code and request id, with a button that copies all of these. */
export function ErrorMessage({ error }: { error: unknown }) {
  const { t } = useI18n()
  const [isCopied, setCopied] = useState(false)
  const isOver = useIsOver(error)
  const { message, code, requestId } = describeError(error)
  const text = error instanceof ApiError && error.status === 0 ? t('ui.unreachable') : message
  const details = [code, requestId].filter(Boolean).join(' · ')
  if (isOver) return null
  return (
    <div className={css.error} role="alert">
      <p>{text}</p>
      {details && (
        <p className={css.details}>
          <code>{details}</code>
          <button type="button" onClick={() => copyText(`${message}\n${details}`).then(() => setCopied(true))}>
            {isCopied ? t('ui.copied') : t('ui.copy')}
          </button>
        </p>
      )}
      <WhyForbidden error={error} />
    </div>
  )
}

/** Returns whether an error said that the server could not answer, and the server has answered since. */
function useIsOver(error: unknown): boolean {
  const state = useStore(connection)
  const lost = useRef<unknown>(undefined)
  if (error instanceof ApiError && [0, 502, 503].includes(error.status) && state !== 'online') lost.current = error
  return lost.current !== undefined && lost.current === error && state === 'online'
}

/** Returns the message of an error and, for an `ApiError`, its code and request id. */
export const describeError = (error: unknown): { message: string; code?: string; requestId?: string } =>
  error instanceof ApiError
    ? { message: error.message, code: error.code, requestId: error.requestId }
    : { message: error instanceof Error ? error.message : String(error) }

const widths = [72, 94, 58, 83, 66, 90, 48, 76]

/** Grey lines that stand in for text while it loads; at most eight. They appear after 150 ms. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const isVisible = useDelayed()
  return (
    <div className={css.skeleton} aria-busy="true" data-visible={isVisible || undefined}>
      {widths.slice(0, lines).map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

/** A placeholder that shows nothing while a dialog or another part of the page is loaded; the page counts as busy. */
export const Loading = () => <span aria-busy="true" />

/** The parts of a query that `QueryView` needs. */
interface Query<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

/** Shows a query: a skeleton while it loads, its error, or its data. After an error, earlier data stays visible. */
export function QueryView<Data>(props: {
  query: Query<Data>
  loading?: ReactNode
  children: (data: NonNullable<Data>) => ReactNode
}) {
  const { query, loading = <Skeleton />, children } = props
  if (query.data !== undefined && query.data !== null) return children(query.data)
  if (query.isPending) return loading
  return <ErrorState error={query.error} onRetry={() => query.refetch()} />
}

/** Shows an error of rendering instead of an empty page. Give it a `key` that changes with the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}
