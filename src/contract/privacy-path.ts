/** The privacy page of a club: a document of its server, outside of the app. */
export const PRIVACY_PATH = '/privacy'
