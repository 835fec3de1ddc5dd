/**
 * Subscribes this browser at its push service, with the public key of the club. A subscription for another key, of another club
 * that was at this address, is replaced.
 * @throws DOMException when the user has not allowed it, or the push service cannot be reached
 */
export async function subscribeAt(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const other = await pushManager.getSubscription()
    if (!other) throw error
    await other.unsubscribe()
    return pushManager.subscribe(options)
  }
}
