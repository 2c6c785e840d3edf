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

// Elements. A reader may view what is shared, a writer change it, an owner gets rights by a field, a guest by a grant.
// Everyone has all rights to elements of their own.
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
/** Answers to ending a session. Everyone, even an administrator, may end only their own. */
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

// Files and directories. Shared ones may be viewed; everyone has all rights to their own.
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
/** Answers to a request with a link; every holder of a valid link is served. */
export const hasLink = ofAnyone`
                 own  missing
  others         200      403`

// Processes and instances. A reader views the instances of a process, a writer administers them, an owner and a guest
// perform a task. Everyone sees instances of their own, and this process lets initiators interrupt them.
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
export const findsMissing = ofUsers`
                 missing
  others             404`
export const seesBatch = ofUsers`
                 foreign  missing
  others             404      404
  administrator      200      404`
/** Answers to cancelling a batch that has ended. */
export const cancelsBatch = ofUsers`
                 foreign  missing
  others             404      404
  administrator      409      404`
export const interruptsInstance = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  writer         200     200      404      200      404
  administrator  200     200      200      200      404`

// Nomenclature. Everyone administers offices of their own, and sees shared ones.
export const seesCase = ofUsers`
                 own  shared  foreign  missing
  others         200     200      404      404
  administrator  200     200      200      404`
export const administersCase = ofUsers`
                 own  shared  foreign  missing
  others         200     403      404      404
  administrator  200     200      200      404`

// Tasks. Everyone works on tasks of their own, sees those of instances that they started, and nothing of sealed
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
/** Answers to claiming: nobody takes a task away from its performer. */
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
/** Answers to a question; only the person who was asked answers. */
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

// Marketing. Administrators work with segments and subscribers, and so do the groups in its settings; none are set here.
export const managesMarketing = ofUsers`
                 call
  others          403
  administrator   200`
export const managesSegment = ofUsers`
                 shared  missing
  others            403      403
  administrator     200      404`
// Sheets. Everyone answers sheets of their own and changes those that they started. Readers of an element see its
// sheets, and nobody answers in place of a respondent, not even an administrator.
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
