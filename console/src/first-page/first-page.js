// Runs before the scripts of the console: hides the navigation of the frame on pages that have none, and says when a
// script or a style sheet cannot be loaded or fails while the frame is still shown.
const { documentElement: root } = document
if (/\/console\/(sign-in|setup|api|invitation)/.test(location.pathname)) root.dataset.bare = ''

const fail = () => {
  if (document.querySelector('.first-page') !== null) root.dataset.failed = ''
}
addEventListener('error', fail, true)
addEventListener('unhandledrejection', fail)
