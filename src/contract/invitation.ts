/**
 * The header of a sign-up with an invitation (docs/product.md#R3.25). Not a field of the body: all others are stored on the
 * user.
 */
export const INVITATION_HEADER = 'Gearheads-Invitation'

/** The name of an invitation in the fragment of a link, which no server gets. */
export const INVITATION_PARAM = 'invitation'
