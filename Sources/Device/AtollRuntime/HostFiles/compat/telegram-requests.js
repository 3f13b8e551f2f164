// The requests of Telegram libraries that are bundled into a page. They send them by `TelegramWebviewProxy`. Each request that expects an
// answer gets one. If this host lacks a feature, the answer is that of a Telegram client without it.
(() => {
  "use strict";
  if (globalThis.TelegramWebviewProxy) return;
  const { call, open } = AtollCompat;
  // A library may put its own in this place.
  const webApp = globalThis.Telegram.WebApp;
  const { BackButton, CloudStorage, DeviceStorage, HapticFeedback, LocationManager, MainButton, SecondaryButton, SecureStorage, SettingsButton } = webApp;
  const unsupported = { error: "UNSUPPORTED" };

  // Libraries put their own function there, or listen for messages of the page around them.
  const asMessage = (eventType, eventData) =>
    dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ eventType, eventData }), source: window.parent }));
  const receive = (type, data) => globalThis.Telegram.WebView.receiveEvent(type, data);
  const nothing = () => {};
  const setUp = (button) => ({ is_visible: isVisible }) => (isVisible ? button.show() : button.hide());
  const viewport = () => receive("viewport_changed", { width: innerWidth, height: innerHeight, is_expanded: true, is_state_stable: true });
  const failing = (event) => () => receive(event, unsupported);
  const noBiometry = () => receive("biometry_info_received", { available: false });
  // Requests of a storage have a number, which the answer repeats.
  const stored = (storage, event, work, given = () => ({})) => async ({ req_id, ...parts }) => {
    try {
      receive(`${storage}_storage_${event}`, { req_id, ...given(await work(parts)) });
    } catch (error) {
      receive(`${storage}_storage_failed`, { req_id, error: error.message });
    }
  };
  const value = (found) => ({ value: found ?? null });

  const methods = {
    saveStorageValue: ({ key, value }) => CloudStorage.setItem(key, value),
    getStorageValues: ({ keys }) => CloudStorage.getItems(keys),
    deleteStorageValues: ({ keys }) => CloudStorage.removeItems(keys),
    getStorageKeys: () => CloudStorage.getKeys(),
  };

  const answers = {
    iframe_ready: nothing, iframe_will_reload: nothing, web_app_ready: nothing, web_app_expand: nothing,
    web_app_close: () => webApp.close(),
    web_app_data_send: ({ data }) => webApp.sendData(data),

    // Look
    web_app_request_theme: () => receive("theme_changed", { theme_params: webApp.themeParams }),
    web_app_request_viewport: viewport,
    web_app_request_safe_area: () => receive("safe_area_changed", webApp.safeAreaInset),
    web_app_request_content_safe_area: () => receive("content_safe_area_changed", webApp.contentSafeAreaInset),
    web_app_set_header_color: ({ color, color_key }) => webApp.setHeaderColor(color ?? color_key),
    web_app_set_background_color: ({ color }) => webApp.setBackgroundColor(color),
    web_app_set_bottom_bar_color: ({ color }) => webApp.setBottomBarColor(color),
    web_app_request_fullscreen: () =>
      call("page.setFullscreen", { on: true }).then(() => receive("fullscreen_changed", { is_fullscreen: true }), failing("fullscreen_failed")),
    web_app_exit_fullscreen: () => call("page.setFullscreen", { on: false }).then(() => receive("fullscreen_changed", { is_fullscreen: false }), nothing),
    web_app_toggle_orientation_lock: ({ locked }) => (locked ? webApp.lockOrientation() : webApp.unlockOrientation()),
    web_app_setup_swipe_behavior: nothing,
    web_app_hide_keyboard: () => webApp.hideKeyboard(),

    // Buttons
    web_app_setup_main_button: (parts) => MainButton.setParams(parts),
    web_app_setup_secondary_button: (parts) => SecondaryButton.setParams(parts),
    web_app_setup_back_button: setUp(BackButton),
    web_app_setup_settings_button: setUp(SettingsButton),
    web_app_setup_closing_behavior: ({ need_confirmation }) => (webApp.isClosingConfirmationEnabled = need_confirmation),

    // Dialogs, links and files
    web_app_open_link: ({ url }) => open(url),
    web_app_open_tg_link: ({ path_full }) => open(new URL(path_full, "https://t.me").href),
    web_app_open_popup: (options) => webApp.showPopup(options, (id) => receive("popup_closed", { button_id: id })),
    web_app_open_scan_qr_popup: () =>
      call("scanner.scan", {}).then(({ text }) => receive("qr_text_received", { data: text }), nothing).finally(() => receive("scan_qr_popup_closed", {})),
    web_app_close_scan_qr_popup: nothing,
    web_app_read_text_from_clipboard: ({ req_id }) =>
      call("clipboard.read").catch(() => null).then((data) => receive("clipboard_text_received", { req_id, data })),
    web_app_request_file_download: ({ url, file_name }) =>
      webApp.downloadFile({ url, file_name }, (isSaved) => receive("file_download_requested", { status: isSaved ? "downloading" : "cancelled" })),
    web_app_trigger_haptic_feedback({ type, impact_style, notification_type }) {
      if (type === "impact") HapticFeedback.impactOccurred(impact_style);
      else if (type === "notification") HapticFeedback.notificationOccurred(notification_type);
      else HapticFeedback.selectionChanged();
    },

    // Requests that ask the user
    web_app_request_write_access: () =>
      webApp.requestWriteAccess((isGranted) => receive("write_access_requested", { status: isGranted ? "allowed" : "cancelled" })),
    web_app_request_phone: () => receive("phone_requested", { status: "cancelled" }),
    web_app_check_location: () =>
      LocationManager.init(() => receive("location_checked", {
        available: true, access_requested: LocationManager.isAccessRequested, access_granted: LocationManager.isAccessGranted,
      })),
    web_app_request_location: () => LocationManager.getLocation((place) => receive("location_requested", { available: place !== null, ...place })),
    web_app_open_location_settings: () => LocationManager.openSettings(),

    // Features that this host lacks
    web_app_biometry_get_info: noBiometry, web_app_biometry_request_access: noBiometry, web_app_biometry_open_settings: nothing,
    web_app_biometry_request_auth: () => receive("biometry_auth_requested", { status: "failed" }),
    web_app_biometry_update_token: () => receive("biometry_token_updated", { status: "failed" }),
    web_app_start_accelerometer: failing("accelerometer_failed"), web_app_stop_accelerometer: () => receive("accelerometer_stopped"),
    web_app_start_device_orientation: failing("device_orientation_failed"), web_app_stop_device_orientation: () => receive("device_orientation_stopped"),
    web_app_start_gyroscope: failing("gyroscope_failed"), web_app_stop_gyroscope: () => receive("gyroscope_stopped"),
    web_app_check_home_screen: () => receive("home_screen_checked", { status: "unsupported" }),
    web_app_add_to_home_screen: failing("home_screen_failed"),
    web_app_set_emoji_status: failing("emoji_status_failed"),
    web_app_request_emoji_status_access: () => receive("emoji_status_access_requested", { status: "cancelled" }),
    web_app_send_prepared_message: failing("prepared_message_failed"),
    web_app_open_invoice: ({ slug }) => receive("invoice_closed", { slug, status: "failed" }),
    web_app_share_to_story: nothing, web_app_switch_inline_query: nothing,

    // Storages
    web_app_device_storage_save_key: stored("device", "key_saved", ({ key, value }) =>
      value === null ? DeviceStorage.removeItem(key) : DeviceStorage.setItem(key, value)),
    web_app_device_storage_get_key: stored("device", "key_received", ({ key }) => DeviceStorage.getItem(key), value),
    web_app_device_storage_clear: stored("device", "cleared", () => DeviceStorage.clear()),
    web_app_secure_storage_save_key: stored("secure", "key_saved", ({ key, value }) =>
      value === null ? SecureStorage.removeItem(key) : SecureStorage.setItem(key, value)),
    web_app_secure_storage_get_key: stored("secure", "key_received", ({ key }) => SecureStorage.getItem(key), (found) => ({ ...value(found), can_restore: false })),
    web_app_secure_storage_restore_key: stored("secure", "key_restored", ({ key }) => SecureStorage.restoreItem(key)),
    web_app_secure_storage_clear: stored("secure", "cleared", () => SecureStorage.clear()),
    async web_app_invoke_custom_method({ req_id, method, params = {} }) {
      try {
        if (!Object.hasOwn(methods, method)) throw new Error("METHOD_UNKNOWN");
        receive("custom_method_invoked", { req_id, result: await methods[method](params) });
      } catch (error) {
        receive("custom_method_invoked", { req_id, error: error.message });
      }
    },
  };

  const failed = (type, error) => AtollCompat.tell(`${type}: ${error.message}`);
  globalThis.TelegramWebviewProxy = {
    postEvent(type, text) {
      if (!Object.hasOwn(answers, type)) return AtollCompat.tell(`${type} is not known here.`);
      try {
        Promise.resolve(answers[type](text ? JSON.parse(text) ?? {} : {})).catch((error) => failed(type, error));
      } catch (error) {
        failed(type, error);
      }
      return undefined;
    },
  };
  const { WebView } = globalThis.Telegram;
  WebView.receiveEvent = asMessage;
  WebView.postEvent = (type, _, data) => globalThis.TelegramWebviewProxy.postEvent(type, JSON.stringify(data ?? {}));
})();
