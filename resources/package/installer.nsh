# The app registers its links at each start, and Electron what Windows starts for a notification; the builder's own
# uninstaller knows nothing of either.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\pinfold\shell\open\command" ""
    # The command begins with the program between quotation marks. Links to another installation stay.
    StrCpy $R1 '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    StrLen $R2 $R1
    StrCpy $R0 $R0 $R2
    ${if} $R0 == $R1
      DeleteRegKey HKCU "Software\Classes\pinfold"
    ${endIf}
    ReadRegStr $R0 HKCU "Software\Classes\CLSID\{CB100DE7-3C52-45FA-B679-A11E3355F358}\LocalServer32" ""
    ${if} $R0 == "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
      DeleteRegKey HKCU "Software\Classes\CLSID\{CB100DE7-3C52-45FA-B679-A11E3355F358}"
      # Beside the shortcut for all Electron makes one for the person; that of an installation for one person is the builder's.
      ${if} $installMode == "all"
        SetShellVarContext current
        Delete "$SMPROGRAMS\${SHORTCUT_NAME}.lnk"
        SetShellVarContext all
      ${endIf}
    ${endIf}
  ${endIf}
!macroend
