import { ofAdministrators, ofAnyone, ofUsers } from './cells.ts'

export const byAnyone = ofAnyone`
                 call
  others          200`
export const byUsers = ofUsers`
                 call
  others          200`
export const byAdministrators = ofAdministrators`
                 call
  others          403
  administrator   200`

// Elements. A reader may view shared elements, a writer may change them; an owner has rights by a field, a guest by a
// grant. Everyone has all rights to their own elements.
export const seesElement = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      200      404
  administrator  200     200      200      200      404`
export const editsElement = ofUsers`
                 own  shared  foreign  deleted  missing
  reader         200     403      404      403      404
  writer         200     200      404      200      404
  owner          200     200      404      200      404
  guest          200     403      404      403      404
  administrator  200     200      200      200      404`
/** Answers to a change of a field that callers may read in some elements only and write in none. */
export const guessesField = ofUsers`
                 own  shared  foreign  deleted  missing
  others         403     403      404      403      404
  administrator  200     200      200      200      404`
export const sharesElement = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  owner          200     200      404      200      404
  administrator  200     200      200      200      404`

// Answers about definitions and their contents.
export const seesDefinition = ofUsers`
                 shared  foreign  missing
  others            200      404      404
  administrator     200      200      404`
export const sharesProcess = ofUsers`
                 shared  foreign  missing
  others            403      404      404
  administrator     200      200      404`
/** Answers to an export. A guest has grants for single elements, so the export contains these elements or none. */
export const exportsShared = ofUsers`
                 shared  foreign  missing
  others            403      404      404
  guest             200      404      404
  administrator     200      200      404`
export const writesShared = ofUsers`
                 shared  foreign  missing
  others            403      404      404
  writer            200      404      404
  administrator     200      200      404`
export const administersDefinition = ofAdministrators`
                 shared  foreign  missing
  others            403      403      403
  administrator     200      200      404`
export const seesSolution = ofUsers`
                 shared  missing
  others            200      404`
export const administersSolution = ofAdministrators`
                 shared  missing
  others            403      403
  administrator     200      404`
export const findsNothing = ofUsers`
                 shared  foreign  missing
  others            404      404      404`

/** Answers to a change of a saved view. Nobody sees a view that its owner has not shared. */
export const changesView = ofUsers`
                 own  shared  foreign  missing
  others         200     403      404      404
  administrator  200     200      404      404`

// Answers about users, groups, positions, tokens, sessions and substitutions.
export const seesAny = ofUsers`
                 own  foreign  deleted  missing
  others         200      200      404      404`
export const administersAny = ofAdministrators`
                 own  foreign  deleted  missing
  others         403      403      403      403
  administrator  200      200      404      404`
export const administersUser = ofAdministrators`
                 own  foreign  missing
  others         403      403      403
  administrator  200      200      404`
/** Answers to blocking a user. The last administrator cannot be blocked. */
export const blocks = ofAdministrators`
                 own  foreign  missing
  others         403      403      403
  administrator  400      200      404`
/** Answers to deleting an item of the chart. A position that someone holds cannot be deleted. */
export const removesUnused = ofAdministrators`
                 own  foreign  deleted  missing
  others         403      403      403      403
  administrator  400      200      404      404`
export const hasImport = ofUsers`
                 own  foreign  missing
  others         200      404      404
  administrator  200      200      404`
export const endsToken = ofUsers`
                 own  foreign  deleted  missing
  others         200      404      404      404
  administrator  200      200      404      404`
/** Answers to ending a session. Everyone, administrators included, may end only their own sessions. */
export const endsSession = ofUsers`
                 own  foreign  deleted  missing
  others         200      404      404      404`
export const endsSubstitution = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     404      404      404      404
  administrator  200     200      200      404      404`
export const actsForOthers = ofUsers`
                 own  foreign  missing
  others         200      403      403
  administrator  200      200      400`

/**
 * Answers to an explanation for another user. Administrators may ask about anyone, and get `unknown_user` for a missing
 * user.
 */
export const explainsOthers = ofUsers`
                 own  foreign  missing
  others         200      403      403
  administrator  200      200      404`

// Files and directories. Everyone may view shared ones and has all rights to their own.
export const seesFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      404      404
  administrator  200     200      200      404      404`
export const changesFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      404      404
  administrator  200     200      200      404      404`
/** Answers to a bulk request, whose result has a status for each entry. */
export const seesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      422      422      422
  administrator  200     200      200      422      422`
export const changesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     422      422      422      422
  administrator  200     200      200      422      422`
export const restoresEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     422      422      200      422
  administrator  200     200      200      200      422`
/** Answers to purging a file, which works only from the recycle bin. */
export const purgesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         422     422      422      200      422`
export const seesDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     200      404      404
  administrator  200     200      200      404`
export const changesDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     403      404      404
  administrator  200     200      200      404`
export const changesEachOfDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     422      422      422
  administrator  200     200      200      422`
/**
 * Answers to setting the first password. Anyone with the administrator's token may do it; 409, because the
 * administrator of the matrix has a password.
 */
export const findsPassword = ofAnyone`
                 call
  others          409`
/** Answers to a request with a link, which works for everyone who has the link. */
export const hasLink = ofAnyone`
                 own  missing
  others         200      403`

// Processes and instances. A reader views the instances of a process, a writer administers them, an owner and a guest
// perform a task. Everyone sees the instances that they started and, in this process, may interrupt them.
export const runsReview = ofUsers`
                 shared  foreign  missing
  others            404      404      404
  reader            403      404      404
  writer            200      404      404
  administrator     200      200      404`
export const administersProcess = ofUsers`
                 shared  foreign  missing
  others            404      404      404
  reader            403      404      404
  writer            200      404      404
  administrator     200      200      404`
export const viewsReview = ofUsers`
                 shared  foreign  missing
  others            404      404      404
  reader            200      404      404
  writer            200      404      404
  administrator     200      200      404`
export const changesInstance = ofUsers`
                 own  shared  foreign  deleted  missing
  others         403     403      404      403      404
  writer         200     200      404      409      404
  administrator  200     200      200      409      404`
/** Answers to a move: an instance that has ended cannot move. */
export const movesInstance = ofUsers`
                 own  shared  foreign  deleted  missing
  others         403     403      404      403      404
  writer         200     200      404      400      404
  administrator  200     200      200      400      404`
/** Answers about a wait of an instance, which only administrators of the process can see. */
export const administersHidden = ofUsers`
                 shared  foreign  missing
  others            404      404      404
  administrator     200      200      404`
/** Answers to a restore point, which every user who knows its id may use. */
export const usesRestorePoint = ofUsers`
                 shared  foreign  missing
  others            200      200      404`
export const seesBatch = ofUsers`
                 foreign  missing
  others             404      404
  administrator      200      404`
/** Answers to cancelling a batch that has ended. */
export const cancelsBatch = ofUsers`
                 foreign  missing
  others             404      404
  administrator      409      404`
export const cancelsRunningBatch = ofUsers`
                 foreign
  others             404
  administrator      200`
export const interruptsInstance = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  writer         200     200      404      200      404
  administrator  200     200      200      200      404`

// Nomenclature. Everyone administers their own offices and sees shared ones.
export const seesCase = ofUsers`
                 own  shared  foreign  missing
  others         200     200      404      404
  administrator  200     200      200      404`
export const administersCase = ofUsers`
                 own  shared  foreign  missing
  others         200     403      404      404
  administrator  200     200      200      404`

// Tasks. Everyone works on their own tasks, sees the tasks of instances that they started, and sees nothing of sealed
// processes. Writers administer the process.
export const seesTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      200      404
  administrator  200     200      200      200      404`
export const worksOnTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      409      404
  writer         200     200      404      409      404
  administrator  200     200      200      409      404`
/** Answers to claiming a task. Nobody can take a task away from its performer. */
export const claimsTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      409      404
  writer         200     409      404      409      404
  administrator  200     409      200      409      404`
/** Answers to releasing a task that was assigned directly. */
export const releasesTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         409     403      404      409      404
  writer         409     409      404      409      404
  administrator  409     409      409      409      404`
/** Answers to releasing a claimed task, by the person who has claimed it or by another user. */
export const releasesClaimedTask = ofUsers`
                 own  shared
  others         200     409
  administrator  200     409`
/** Answers to answering a question, which only the person who was asked may do. */
export const answersTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      409      404
  writer         200     409      404      409      404
  administrator  200     409      409      409      404`
export const completesEachTask = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     422      422      422      422
  writer         200     200      422      422      422
  administrator  200     200      200      422      422`

// Marketing. Administrators and the groups named in the settings, here none, work with segments and subscribers.
export const managesMarketing = ofUsers`
                 call
  others          403
  administrator   200`
export const managesSegment = ofUsers`
                 shared  missing
  others            403      403
  administrator     200      404`
// Sheets. Everyone answers sheets in which they are respondents, and changes sheets that they started. Readers of an
// element see its sheets. Nobody, not even an administrator, answers in place of a respondent.
export const seesSheet = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      200      404
  administrator  200     200      200      200      404`
export const answersSheet = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  administrator  200     403      403      403      404`
export const changesSheet = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  administrator  200     200      200      409      404`
/** Answers to the start of a sheet, which requires the right to edit an element that is not deleted. */
export const startsSheet = ofUsers`
                 own  shared  foreign  deleted  missing
  reader         200     403      404      403      404
  writer         200     200      404      409      404
  owner          200     200      404      409      404
  guest          200     403      404      403      404
  administrator  200     200      200      409      404`
