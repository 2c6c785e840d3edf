import type { ReactNode } from 'react'

// Icons of 16 px with lines of 1.4 px. They are decoration: a control that has only an icon needs an `aria-label`.
function Drawing({ size = 16, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}
const icon =
  (drawing: ReactNode) =>
  ({ size }: { size?: number }) => <Drawing size={size}>{drawing}</Drawing>
const lines = (d: string) => icon(<path d={d} />)

export const SearchIcon = lines('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10m3.7-1.3L14 14')
export const TasksIcon = lines('M2 4h7M2 8h7M2 12h4m3 0 2 2 3.5-4.5')
export const ProcessIcon = lines('M2 3h4v4H2zM10 9h4v4h-4zM6 5h3.5A1.5 1.5 0 0 1 11 6.5V9')
export const FolderIcon = lines(
  'M1.8 12.2V4.3c0-.7.5-1.3 1.2-1.3h3l1.6 2H13c.7 0 1.2.6 1.2 1.2v6c0 .7-.5 1.3-1.2 1.3H3c-.7 0-1.2-.6-1.2-1.3z',
)
export const ApplicationIcon = lines('M3 2.5h10v11H3zM5.5 6h5M5.5 8.5h5M5.5 11h3')
export const RecordsIcon = lines('M2.5 3h3v10h-3zM5.5 3h3v10h-3zM9.2 3.6l2.9-.7 2.2 9.7-2.9.7z')
export const ReportsIcon = lines('M2 14h12M4 14V9m4 5V3m4 11V6')
export const SettingsIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.2" />
    <path d="M8 1.8v2m0 8.4v2M1.8 8h2m8.4 0h2M3.6 3.6 5 5m6 6 1.4 1.4m0-8.8L11 5m-6 6-1.4 1.4" />
  </>,
)
export const BookIcon = lines('M3 2.5h8.5A1.5 1.5 0 0 1 13 4v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13')
export const HomeIcon = lines('M2.5 7 8 2.5 13.5 7v6.5h-4V9.5h-3v4h-4z')
export const BellIcon = lines('M3.5 11.5h9L11.3 9.6V6.8A3.3 3.3 0 0 0 8 3.4a3.3 3.3 0 0 0-3.3 3.4v2.8zM6.7 13.6h2.6')
export const PlusIcon = lines('M8 3v10M3 8h10')
export const CloseIcon = lines('m4 4 8 8m0-8-8 8')
export const FilterIcon = lines('M2 4h12M4.5 8h7M6.5 12h3')
export const ColumnsIcon = lines('M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10')
export const ChevronDownIcon = lines('m4 6 4 4 4-4')
export const ChevronRightIcon = lines('m6 4 4 4-4 4')
export const ChevronLeftIcon = lines('m10 4-4 4 4 4')
export const ArrowUpIcon = lines('M8 13V3M4 7l4-4 4 4')
export const ArrowDownIcon = lines('M8 3v10m4-4-4 4-4-4')
export const CheckIcon = lines('m3 8.5 3.5 3.5L13 4.5')
export const WarningIcon = lines('M8 2.2 14.5 13.5h-13zM8 6.5v3.2m0 1.9v.1')
export const LockIcon = lines('M3.5 7.5h9v6h-9zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0v2.3')
export const MenuIcon = lines('M2 4h12M2 8h12M2 12h12')
export const MoreIcon = lines('M3.5 8h.01M8 8h.01M12.5 8h.01')
export const DownloadIcon = lines('M8 2.5v8m-3.5-3L8 11l3.5-3.5M2.5 13.5h11')
export const UploadIcon = lines('M8 11V3M4.5 6 8 2.5 11.5 6M2.5 13.5h11')
export const TrashIcon = lines('M3 4.5h10M6.5 4V2.5h3V4m-5 .5.6 9h5.8l.6-9')
export const EditIcon = lines('M10.5 3 13 5.5l-7.5 7.5H3v-2.5z')
export const CopyIcon = lines('M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3')
export const RetryIcon = lines('M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3')
export const ClockIcon = lines('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.6')
export const PeopleIcon = lines(
  'M6 7.8a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M1.5 13c.5-2 2.2-3 4.5-3s4 1 4.5 3M10.5 3.4a2.2 2.2 0 0 1 0 4.2M12 10.2c1.3.4 2.2 1.4 2.5 2.8',
)
export const FileIcon = lines('M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.3')
export const ImageIcon = lines('M2 3h12v10H2zM2 11l3.5-3.5L9 11m-1-1 2-2 4 4M10.8 6h.01')
export const LinkIcon = lines(
  'M6.5 9.5a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9m1.6 2.1a2.6 2.6 0 0 0-3.7 0L3.5 8.8a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
)
export const BoardIcon = lines('M2.5 3h3v10h-3zM6.6 3h3v6.5h-3zM10.6 3h3v8h-3z')
export const ListIcon = lines('M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01')
export const PlayIcon = lines('M4.5 3v10l8-5z')
export const SignOutIcon = lines('M9.5 3h-6v10h6M7 8h7m-2.5-2.5L14 8l-2.5 2.5')
export const PrintIcon = lines('M4.5 6V2.5h7V6M4.5 11.5H2.5V6h11v5.5h-2M4.5 9.5h7v4h-7z')
export const HeartbeatIcon = lines('M1.5 8.5h3l1.5-4 3 7.5 1.5-3.5h4')
export const FitIcon = lines('M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10')
export const ZoomInIcon = lines('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10m3.7-1.3L14 14M7 5v4M5 7h4')
export const ZoomOutIcon = lines('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10m3.7-1.3L14 14M5 7h4')
export const TargetIcon = lines('M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M8 1.5v4m0 5v4M1.5 8h4m5 0h4')
export const BookmarkIcon = lines('M4 2.5h8v11l-4-3-4 3z')
export const CalendarIcon = lines('M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3m5-3v3')
