/** Every screen behind the log-in, and what a wrong address shows, with the title of its tab. */
export const SCREENS = {
  '/homePage': 'Home',
  '/explore': 'Explore',
  '/post/5': 'Post by Mira Okafor',
  '/profilePage/1': 'Mira Okafor',
  '/bookMarkPage': 'Bookmarks',
  '/notifications': 'Notifications',
  '/settings': 'Edit-Profile',
  '/mock': 'Request tester',
  '/mock/lab': 'Sync lab',
  '/nowhere': 'Not found',
}
