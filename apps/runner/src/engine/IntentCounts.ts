/**
 * SQL that counts what waits at intents for a person or a peer, for metrics and for the doctor.
 */

/**
 * The cancels that wait, from the moment at which they arrive: those whose create has no known outcome, and those that the peer has not
 * answered. They are counted apart, so that each is found by an index.
 */
export const waitingCancels = `select connection, sum(n) as n, min(oldest) as oldest from (
    select connection, count(*) as n, min(updated_at) as oldest from intent where cancel_at is not null group by connection
    union all
    select connection, count(*) as n, min(updated_at) as oldest from intent
    where state in ('Pending', 'InFlight', 'Doubtful') and is_cancel_wanted = 1 and cancel_at is null group by connection) c group by connection`

/** The decisions of persons that the peer has not confirmed, or has contradicted. */
export const blindDecisions = `select connection, coalesce(ended, 'asking') as state, count(*) as n, min(at) as oldest from blind_decision
  where ended is null or ended = 'wrong' group by connection, coalesce(ended, 'asking')`
